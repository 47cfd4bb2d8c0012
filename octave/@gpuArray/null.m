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
  rank = gather (sum (s > tol)); # one number, unless TOL has more, of which ranges take the first
  z = v(:,1 + rank(1):end);
  z(abs (z) < least) = 0;

endfunction
