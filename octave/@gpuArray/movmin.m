## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movmin (X, WLEN, ...): gpumovmin for gpuArrays.

function y = movmin (varargin)

  y = gpumovmin (varargin{:});

endfunction
