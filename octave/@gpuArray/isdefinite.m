## SPDX-License-Identifier: GPL-3.0-or-later

## T = isdefinite (A), (A, TOL): is A Hermitian within TOL, and A - TOL * I positive definite?  TOL is by default
## 100 * eps * norm (A, "fro").  The answer is on the host.

function t = isdefinite (a, tol)

  if (nargin < 1)
    print_usage ("isdefinite");
  endif
  t = false;
  if (! isnumeric (a))
    return;
  elseif (! isfloat (a))
    a = double (a);
  endif
  if (nargin == 1)
    tol = 100 * eps (underlyingType (a)) * gather (norm (a, "fro"));
  elseif (! (isnumeric (tol) && isscalar (tol) && gather (tol) >= 0))
    error ("isdefinite: TOL must be a scalar >= 0");
  endif
  tol = gather (tol);
  a = gpuArray (a);
  if (! ishermitian (a, tol))
    return;
  endif
  [~, p] = chol (a - tol * eye (rows (a)));
  t = gather (p) == 0;

endfunction
