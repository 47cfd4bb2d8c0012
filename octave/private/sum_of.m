## SPDX-License-Identifier: GPL-3.0-or-later

## S = sum_of (F, A, ...)
##
## The sum of F (A), a function of each element; further arguments are those of gpusum.  An array on the device is read once.

function s = sum_of (f, A, varargin)

  if (isgpuarray (A))
    s = gpusum (f, A, varargin{:});
  else
    s = gpusum (f (A), varargin{:});
  endif

endfunction
