## SPDX-License-Identifier: GPL-3.0-or-later

## D = dot (X, Y, ...): gpudot for gpuArrays.

function d = dot (varargin)

  d = gpudot (varargin{:});

endfunction
