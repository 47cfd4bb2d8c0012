## SPDX-License-Identifier: GPL-3.0-or-later

## S = var (D, ...): gpuvar of a gpuArray; the result stays on the device.

function s = var (varargin)

  s = gpuvar (varargin{:});

endfunction
