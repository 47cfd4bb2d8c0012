## SPDX-License-Identifier: GPL-3.0-or-later

## Y = __gammainc__ (X, A): the continued fraction of gammainc, Abramowitz and Stegun 6.5.31 in its even part.

function y = __gammainc__ (x, a)

  y = continued_fraction (@(j) term (x, a, j), x);

endfunction

function [p, q] = term (x, a, j)

  k = j - 1;
  if (j == 1)
    p = a;
  else
    p = k * (a - k);
  endif
  q = x - a + (2 * j - 1);

endfunction
