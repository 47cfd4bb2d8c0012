## SPDX-License-Identifier: GPL-3.0-or-later

## Y = __betainc__ (X, A, B): the continued fraction of betainc: Cuyt and others, "Handbook of Continued Fractions for
## Special Functions", 2008, 18.5.20.

function y = __betainc__ (x, a, b)

  y = continued_fraction (@(j) term (x, a, b, j), x);

endfunction

function [p, q] = term (x, a, b, j)

  k = j - 1;
  if (j == 1)
    p = 1;
    q = arrayfun (@(x, a, b) a - a .* (a + b) ./ (a + 1) .* x, x, a, b);
  else
    [p, q] = arrayfun (@(x, a, b) deal (k .* (a + k - 1) .* (a + b + k - 1) .* (b - k) .* (x ./ (a + 2 .* k - 1)) .^ 2, ...
                                        a + 2 .* k + (k .* (b - k) ./ (a + 2 .* k - 1) ...
                                                      - (a + k) .* (a + b + k) ./ (a + 2 .* k + 1)) .* x), x, a, b);
  endif

endfunction
