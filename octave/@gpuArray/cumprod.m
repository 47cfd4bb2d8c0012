## SPDX-License-Identifier: GPL-3.0-or-later

## S = cumprod (D, ...): gpucumprod of a gpuArray; the result stays on the device.

function s = cumprod (varargin)

  s = gpucumprod (varargin{:});

endfunction
