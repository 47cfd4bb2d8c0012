## SPDX-License-Identifier: GPL-3.0-or-later

## D = horzcat (A, B, ...): arrays side by side, on the device.

function d = horzcat (varargin)

  d = __gpuarray__ ("cat", 2, varargin{:});

endfunction
