## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = cummin (D, ...): gpucummin of a gpuArray; the results stay on the device.

function [m, i] = cummin (varargin)

  if (nargout < 2)
    m = gpucummin (varargin{:});
  else
    [m, i] = gpucummin (varargin{:});
  endif

endfunction
