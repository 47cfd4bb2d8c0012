## SPDX-License-Identifier: GPL-3.0-or-later

## S = cumsum (D, ...): gpucumsum of a gpuArray; the result stays on the device.

function s = cumsum (varargin)

  s = gpucumsum (varargin{:});

endfunction
