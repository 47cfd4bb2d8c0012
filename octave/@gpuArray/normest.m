## SPDX-License-Identifier: GPL-3.0-or-later

## [N, COUNT] = normest (A), (A, TOL): the 2-norm of a matrix by COUNT steps of power iteration, until one changes it by
## at most TOL / 16 of itself, because many such are left; TOL is 1e-6 by default.  N is on the device, and COUNT on the host.

function [n, count] = normest (a, tol = 1e-6)

  if (nargin < 1)
    print_usage ("normest");
  elseif (! isnumeric (a) || ndims (a) != 2)
    error ("normest: A must be a numeric 2-D matrix");
  elseif (! (isscalar (tol) && isreal (tol)))
    error ("normest: TOL must be a real scalar");
  endif
  a = gpuArray (a);
  if (! isfloat (a))
    a = double (a);
  endif
  least = max (gather (tol) / 16, 2 * eps (underlyingType (a))); # rounding alone may change it by so much at each step
  ## a start that no vector of a usual matrix is normal to, the same one at each call
  y = cast (mod ((1:columns (a)).' * (sqrt (5) - 1) / 2, 1), underlyingType (a));
  y = gpuArray (y);
  n = gather (vecnorm (y));
  count = 0;
  do
    before = n;
    x = a * y;
    length = gather (norm (x));
    if (length == 0)
      n = length;
      count++;
      break;
    endif
    y = a' * (x / length);
    n = gather (norm (y));
    count++;
  until (! (abs (n - before) > least * n))
  n = gpuArray (n);

endfunction
