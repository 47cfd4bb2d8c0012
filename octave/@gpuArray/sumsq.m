## SPDX-License-Identifier: GPL-3.0-or-later

## S = sumsq (D, ...): gpusumsq of a gpuArray; the result stays on the device.

function s = sumsq (varargin)

  s = gpusumsq (varargin{:});

endfunction
