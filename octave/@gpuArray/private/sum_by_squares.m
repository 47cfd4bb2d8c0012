## SPDX-License-Identifier: GPL-3.0-or-later

## S = sum_by_squares (Z, FIRST, RATIO): FIRST and the 13 terms after it, each of which is that before it times -Z^2 times
## RATIO (K), for each element of Z, whose modulus is at most 2.

function s = sum_by_squares (z, first, ratio)

  s = term = first;
  square = -z .^ 2;
  for k = 1:13
    c = ratio (k);
    [term, s] = arrayfun (@(term, s, square) deal (term .* (c .* square), s + term .* (c .* square)), term, s, square);
  endfor

endfunction
