## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = max (D, ...): gpumax of a gpuArray; the results stay on the device.

function [m, i] = max (varargin)

  if (nargout < 2)
    m = gpumax (varargin{:});
  else
    [m, i] = gpumax (varargin{:});
  endif

endfunction
