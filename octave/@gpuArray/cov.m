## SPDX-License-Identifier: GPL-3.0-or-later

## C = cov (X), (X, OPT), (X, Y), (X, Y, OPT): Octave's own function, on the device: means, differences from them, and one
## matrix product.

function c = cov (varargin)

  data = 1:min (nargin, 2);
  if (nargin > 1 && isscalar (varargin{2}))
    data = 1;
  endif
  options = setdiff (1:nargin, data);
  varargin(options) = cellfun (@gather, varargin(options), "UniformOutput", false);
  c = builtin ("cov", varargin{:});
  if (any (cellfun (@isgpuarray, varargin)))
    c = gpuArray (c); # that of a scalar is a constant of Octave's
  endif

endfunction
