## SPDX-License-Identifier: GPL-3.0-or-later

## N = norm (A, ...): gpunorm for gpuArrays, and the largest singular value for the 2-norm of a matrix.

function n = norm (varargin)

  if (! asks_for_singular_values (varargin{:}))
    n = gpunorm (varargin{:});
  elseif (all (isfinite (vec (varargin{1}))))
    n = max (svd (varargin{1}));
  else
    n = gpuArray (cast (NaN, underlyingType (varargin{1})));
  endif

endfunction

function t = asks_for_singular_values (a, p = 2, varargin)

  t = nargin > 0 && isgpuarray (a) && isfloat (a) && ndims (a) == 2 && min (size (a)) > 1 && isequal (gather (p), 2) ...
      && isempty (varargin);

endfunction
