## SPDX-License-Identifier: GPL-3.0-or-later

## F = continued_fraction (TERM, X): the continued fraction A(1) / (B(1) + A(2) / (B(2) + ...)) for each element of X, a
## column on the device, of as many terms as change it, up to 20000: gammainc (X, A) takes about the square root of A.
## [A, B] = TERM (J), of one number for all or one for each element.  The modified algorithm of Lentz: Thompson and Barnett,
## "Coulomb and Bessel Functions of Complex Arguments and Order", 1986.

function f = continued_fraction (term, x)

  if (isempty (x))
    f = x;
    return;
  endif
  f = c = 2 ^ -100 * ones (size (x), "like", x);
  d = 0 * f;
  for j = 1:20000
    [a, b] = term (j);
    [d, c] = arrayfun (@(c, d, a, b) deal (1 ./ (b + a .* d), b + a ./ c), c, d, a, b);
    f = f .* c .* d;
    if (mod (j, 8) == 0 && ! any (abs (c .* d - 1) > eps))
      break;
    endif
  endfor

endfunction
