## SPDX-License-Identifier: GPL-3.0-or-later

## Y = range (X, ...): gpurange for gpuArrays.

function y = range (varargin)

  y = gpurange (varargin{:});

endfunction
