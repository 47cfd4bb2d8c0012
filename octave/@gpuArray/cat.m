## SPDX-License-Identifier: GPL-3.0-or-later

## D = cat (DIM, A, B, ...): arrays side by side along a dimension, on the device.

function d = cat (dim, varargin)

  dim = gather (dim);
  if (! (isnumeric (dim) && isscalar (dim) && dim >= 1 && dim == fix (dim)))
    error ("cat: DIM must be a valid dimension");
  endif
  d = __gpuarray__ ("cat", dim, varargin{:});

endfunction
