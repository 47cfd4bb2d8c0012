## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = cummax (D, ...): gpucummax of a gpuArray; the results stay on the device.

function [m, i] = cummax (varargin)

  if (nargout < 2)
    m = gpucummax (varargin{:});
  else
    [m, i] = gpucummax (varargin{:});
  endif

endfunction
