## SPDX-License-Identifier: GPL-3.0-or-later

## [K, E] = ellipke (M), (M, TOL): the complete elliptic integrals of the first and the second kind of the parameter M, by
## arithmetic and geometric means until their difference is at most TOL, which is eps of the class by default.

function [k, e] = ellipke (m, tol)

  if (nargin < 1)
    print_usage ("ellipke");
  elseif (! isfloat (m) || ! isreal (m))
    error ("ellipke: M must be real and of class single or double");
  elseif (any (vec (m > 1)))
    error ("ellipke: M must be <= 1");
  endif
  least = eps (underlyingType (m));
  if (nargin < 2)
    tol = least;
  elseif (! (isnumeric (tol) && isreal (tol) && isscalar (tol) && gather (tol) > 0))
    error ("ellipke: TOL must be a real scalar > 0");
  endif
  tol = gather (tol);
  m = gpuArray (m);
  is_one = m == 1;
  is_lowest = m == -Inf;
  m(is_one | is_lowest) = 0;
  ## a negative M is that of one from 0 to 1, whose sum does not cancel
  is_negative = m < 0;
  scale = sqrt (1 - min (m, 0));
  m = merge (is_negative, -m ./ (1 - m), m);
  a = ones (size (m), "like", m);
  b = sqrt (1 - m);
  ## E = K * (1 - the sum of 2^(n-1) c_n^2), where c_0^2 is M
  weight = 0.5;
  rest = weight * m;
  for n = 1:40
    c = (a - b) / 2;
    [a, b] = deal ((a + b) / 2, sqrt (a .* b));
    weight *= 2;
    rest += weight * c .^ 2;
    if (! any (vec (abs (c) > tol * abs (a))))
      break;
    endif
  endfor
  k = (pi / 2) ./ a;
  e = scale .* k .* (1 - rest);
  k ./= scale;
  k(is_one) = Inf;
  e(is_one) = 1;
  k(is_lowest) = 0;
  e(is_lowest) = Inf;

endfunction
