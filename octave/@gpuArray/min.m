## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = min (D, ...): gpumin of a gpuArray; the results stay on the device.

function [m, i] = min (varargin)

  if (nargout < 2)
    m = gpumin (varargin{:});
  else
    [m, i] = gpumin (varargin{:});
  endif

endfunction
