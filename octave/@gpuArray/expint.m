## SPDX-License-Identifier: GPL-3.0-or-later

## E = expint (X): the exponential integral E1 in the regions that Octave has, computed in double.  It is complex unless all
## numbers are real and none is negative.

function e = expint (x)

  if (nargin != 1)
    print_usage ("expint");
  elseif (! isnumeric (x))
    error ("gpureduce:badArgument", "expint: X must be numeric");
  endif
  z = double (vec (x));
  re = real (z);
  im = imag (z);
  is_small = ((re + 19.5) / 20.5) .^ 2 + (im / 10) .^ 2 <= 1 | (re < 0 & abs (im) <= 1e-8);
  is_middle = ! is_small & ((re + 1) / 38) .^ 2 + (im / 40) .^ 2 <= 1 & re <= 35;
  is_large = ! (is_small | is_middle);
  ## of a real z no other part is NaN
  e = z;
  if (any (re < 0))
    e = complex (z);
  endif
  e(is_small) = series (z(is_small));
  e(is_middle) = fraction (z(is_middle));
  e(is_large) = asymptotic (z(is_large));
  e = reshape (e, size (x));
  if (isaUnderlying (x, "single"))
    e = single (e);
  endif

endfunction

## Abramowitz and Stegun 5.1.11.
function e = series (z)

  gamma = 0.57721566490153286061;
  sum = term = -z;
  for k = 1:1000
    c = -k / (k + 1) ^ 2;
    [term, sum] = arrayfun (@(term, sum, z) deal (term .* (c .* z), sum + term .* (c .* z)), term, sum, z);
    if (mod (k, 8) == 0 && ! any (abs (term) > eps * abs (sum)))
      break;
    endif
  endfor
  e = -gamma - log (z) - sum;

endfunction

## Abramowitz and Stegun 5.1.22.
function e = fraction (z)

  e = exp (-z) .* continued_fraction (@(j) term (z, j), z);

endfunction

function [a, b] = term (z, j)

  a = max (floor (j / 2), 1);
  b = 1;
  if (mod (j, 2))
    b = z;
  endif

endfunction

## Abramowitz and Stegun 5.1.51, of as many terms as become smaller; after 60 of them all are below rounding.
function e = asymptotic (z)

  sum = term = ones (size (z), "like", z);
  for k = 1:60
    [term, sum] = arrayfun (@(term, sum, z) deal (-k .* term ./ z, sum + merge (abs (z) >= k, -k .* term ./ z, 0)), ...
                            term, sum, z);
  endfor
  e = exp (-z) ./ z .* sum;

endfunction
