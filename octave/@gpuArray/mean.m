## SPDX-License-Identifier: GPL-3.0-or-later

## S = mean (D, ...): gpumean of a gpuArray; the result stays on the device.

function s = mean (varargin)

  s = gpumean (varargin{:});

endfunction
