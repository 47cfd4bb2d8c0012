## SPDX-License-Identifier: GPL-3.0-or-later

## Y = rms (X, ...): gpurms for gpuArrays.

function y = rms (varargin)

  y = gpurms (varargin{:});

endfunction
