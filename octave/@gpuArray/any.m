## SPDX-License-Identifier: GPL-3.0-or-later

## S = any (D, ...): gpuany of a gpuArray; the result stays on the device.

function s = any (varargin)

  s = gpuany (varargin{:});

endfunction
