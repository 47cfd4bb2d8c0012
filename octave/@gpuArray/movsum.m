## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movsum (X, WLEN, ...): gpumovsum for gpuArrays.

function y = movsum (varargin)

  y = gpumovsum (varargin{:});

endfunction
