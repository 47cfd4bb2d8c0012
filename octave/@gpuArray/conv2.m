## SPDX-License-Identifier: GPL-3.0-or-later

## C = conv2 (A, B), (V1, V2, M), (..., SHAPE): sums on the device, with Octave's classes and errors.  The separable form is
## two passes, of V1 along columns and then of V2 along rows.

function c = conv2 (varargin)

  if (nargin > 1) # most calls need no more
    c = __gpuarray__ ("convolve-plain", "conv2", varargin{:});
    if (isa (c, "gpuArray"))
      return;
    endif
  endif
  is_separable = nargin == 4 || (nargin == 3 && ! ischar (gather (stand_in (varargin{3}))));
  to = class (builtin ("conv2", cellfun (@stand_in, varargin, "UniformOutput", false){:}));
  shape = "full";
  if (nargin == 3 + is_separable)
    shape = gather (varargin{end});
  endif
  if (is_separable)
    [v1, v2, m] = varargin{1:3};
    c = convolved (@conv2, reshape (m, rows (m), prod (size (m)(2:end))), v1(:), shape, to);
    c = convolved (@conv2, c, v2(:).', shape, to);
  else
    c = convolved (@conv2, varargin{1:2}, shape, to);
  endif

endfunction
