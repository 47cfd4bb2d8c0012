## SPDX-License-Identifier: GPL-3.0-or-later

## Largest allowed difference between two results of function F (a row of
## tested_functions ()) over X along DIM, where WANT is one of them: each may have
## combined the n elements in any order, in the precision of WANT.
## Of the size of WANT; parts that are not finite count as 0 here, they are compared
## exactly.
##
## Sums and products of n terms in any order: (n - 1) u each, u = eps / 2, so
## n * eps together (Higham, Accuracy and Stability of Numerical Algorithms,
## ch. 3, 4); a complex product has sqrt (5) u a step (Brent, Percival and
## Zimmermann, Math. Comp. 76, 2007).  Variance: n u kappa + (n u kappa)^2 with
## kappa^2 = sumsq (x) / sumsq (x - mean (x)) covers the two-pass and the
## updating methods (Chan, Golub and LeVeque, Am. Stat. 37, 1983).

function b = bound (f, x, dim, want)

  u = eps (class (want));
  y = finite (double (x));
  n = size (y, dim);
  tiny = realmin (class (want)) * u; # what an operation loses that underflows
  switch (f.family)
    case "sum"
      if (f.scan)
        b = n * u * cumsum (abs (y), dim);
      else
        b = n * u * sum (abs (y), dim);
      endif
    case "mean"
      b = (n + 1) * u * sum (abs (y), dim) / n + tiny;
    case "sumsq"
      b = (n + 2) * u * sumsq (y, dim) + n * tiny;
    case "product"
      b = step_error (x) * n * u * abs (finite (double (want)));
    case "var"
      v = double (want);
      if (f.root)
        v .^= 2;
      endif
      c = (n + 2) * u;
      square = v + sumsq (y, dim) / n;
      b = c * sqrt (v .* square) + c ^ 2 * square + n * tiny;
  endswitch
  if (f.root)
    s = double (want);
    b = min (sqrt (b), b ./ s + u * s);
  endif

endfunction

## Rounding errors of one multiplication, in units of u.
function c = step_error (x)

  c = 1;
  if (iscomplex (x))
    c = sqrt (5);
  endif

endfunction
