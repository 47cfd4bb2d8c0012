## SPDX-License-Identifier: GPL-3.0-or-later

## V = ranked (CALL, S, NUMBERS, RANKS): elements of given ranks, from 1 on, of columns that all processes have parts of.
##
## All processes make the same CALL, a text.  S has this process's part with ascending columns, of singles or doubles,
## which are NaN behind NUMBERS of them.  RANKS has a row for each element that is asked for.
##
## Elements become whole numbers of the same order, whose digits are found one after the other: all processes count how
## many of their elements are at most each candidate, and add the counts.

function v = ranked (call, s, numbers, ranks)

  cls = underlyingType (s);
  bits = 8 * sizeof (cast (0, cls));
  asked = size (ranks);
  key = zeros ([1, asked], sprintf ("uint%d", bits));
  ranks = reshape (ranks, size (key));
  digits = cast ((0:14).', class (key));
  for shift = bits - 4:-4:0
    unit = bitshift (cast (1, class (key)), shift);
    candidates = key + digits * unit + (unit - 1);
    x = from_key (candidates, cls);
    at_most = zeros (size (x));
    failure = [];
    try
      for k = 1:columns (s)
        if (numbers(k))
          at_most(:,:,k) = gather (lookup (s(1:numbers(k),k), x(:,:,k)));
        endif
      endfor
    catch failure
    end_try_catch
    at_most(isnan (x) & candidates < bitshift (cast (1, class (key)), bits - 1)) = 0; # before -Inf
    at_most = all_added (call, failure, at_most);
    key += cast (sum (at_most < ranks, 1), class (key)) * unit;
  endfor
  v = from_key (reshape (key, asked), cls) + 0; # without -0

endfunction

## The elements: their bits, inverted below 0, and with the other sign.
function x = from_key (key, cls)

  half = bitshift (cast (1, class (key)), 8 * sizeof (key(1)) - 1);
  is_above = key >= half;
  key(is_above) -= half;
  key(! is_above) = intmax (class (key)) - key(! is_above);
  x = reshape (typecast (key(:), cls), size (key));

endfunction
