## SPDX-License-Identifier: GPL-3.0-or-later

## T = isequal (X, Y, ...): true if all arrays have the same size and equal elements; a value on the host.

function t = isequal (x, varargin)

  if (nargin < 2)
    print_usage ("isequal");
  endif
  t = true;
  for k = 1:numel (varargin)
    y = varargin{k};
    if (! is_array (x) || ! is_array (y) || ! size_equal (x, y))
      t = false;
      return;
    endif
    same = gpuArray (x) == gpuArray (y);
    t = t && gather (gpuall (same(:)));
  endfor

endfunction

function t = is_array (x)

  t = isgpuarray (x) || ((isnumeric (x) || islogical (x) || ischar (x)) && ! issparse (x));

endfunction
