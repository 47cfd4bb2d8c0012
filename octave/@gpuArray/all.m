## SPDX-License-Identifier: GPL-3.0-or-later

## S = all (D, ...): gpuall of a gpuArray; the result stays on the device.

function s = all (varargin)

  s = gpuall (varargin{:});

endfunction
