## SPDX-License-Identifier: GPL-3.0-or-later

## [S, L] = bounds (X, ...): gpubounds for gpuArrays.

function [s, l] = bounds (varargin)

  [s, l] = gpubounds (varargin{:});

endfunction
