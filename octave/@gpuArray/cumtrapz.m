## SPDX-License-Identifier: GPL-3.0-or-later

## Q = cumtrapz (X, Y, ...): gpucumtrapz for gpuArrays.

function q = cumtrapz (varargin)

  q = gpucumtrapz (varargin{:});

endfunction
