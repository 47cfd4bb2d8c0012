## SPDX-License-Identifier: GPL-3.0-or-later

## [G, Y] = planerot (X): the rotation G of the plane that brings the vector X of two elements to Y = G * X, whose second
## element is 0.

function [g, y] = planerot (x)

  if (nargin < 1)
    print_usage ("planerot");
  elseif (! (isvector (x) && numel (x) == 2))
    error ("planerot: X must be a 2-element vector");
  endif
  ## two numbers are a host's work
  g = gpuArray (givens (gather (x(1)), gather (x(2))));
  if (nargout > 1)
    y = g * vec (x);
  endif

endfunction
