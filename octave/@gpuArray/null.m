## SPDX-License-Identifier: GPL-3.0-or-later

## Z = null (A), (A, TOL): Octave's function, on the device.

function z = null (a, tol)

  if (nargin < 1)
    print_usage ("null");
  elseif (nargin == 2 && strcmp (tol, "r"))
    error ("null: option for rational not yet implemented");
  endif
  [~, s, v] = svd (a, 0);
  if (isempty (a))
    z = v;
    return;
  endif
  least = eps (underlyingType (v));
  s = diag (s);
  if (nargin == 1)
    tol = max (size (a)) * s(1) * least;
  endif
  z = v(:,1 + gather (nnz (s > tol)):end);
  z(abs (z) < least) = 0;

endfunction
