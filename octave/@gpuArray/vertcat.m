## SPDX-License-Identifier: GPL-3.0-or-later

## D = vertcat (A, B, ...): arrays one above the other, on the device.

function d = vertcat (varargin)

  d = __gpuarray__ ("cat", 1, varargin{:});

endfunction
