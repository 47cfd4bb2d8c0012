## SPDX-License-Identifier: GPL-3.0-or-later

## S = sum (D, ...): gpusum of a gpuArray; the result stays on the device.

function s = sum (varargin)

  s = gpusum (varargin{:});

endfunction
