## SPDX-License-Identifier: GPL-3.0-or-later

## C = convn (A, B), (A, B, SHAPE): sums on the device, with Octave's classes and errors.

function c = convn (varargin)

  if (nargin > 1) # most calls need no more
    c = __gpuarray__ ("convolve-plain", "convn", varargin{:});
    if (isa (c, "gpuArray"))
      return;
    endif
  endif
  to = class (builtin ("convn", cellfun (@stand_in, varargin, "UniformOutput", false){:}));
  shape = "full";
  if (nargin == 3)
    shape = gather (varargin{3});
  endif
  c = convolved (@convn, varargin{1:2}, shape, to);

endfunction
