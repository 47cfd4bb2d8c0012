## SPDX-License-Identifier: GPL-3.0-or-later

## S = std (D, ...): gpustd of a gpuArray; the result stays on the device.

function s = std (varargin)

  s = gpustd (varargin{:});

endfunction
