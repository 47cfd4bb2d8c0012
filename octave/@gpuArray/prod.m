## SPDX-License-Identifier: GPL-3.0-or-later

## S = prod (D, ...): gpuprod of a gpuArray; the result stays on the device.

function s = prod (varargin)

  s = gpuprod (varargin{:});

endfunction
