## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movmax (X, WLEN, ...): gpumovmax for gpuArrays.

function y = movmax (varargin)

  y = gpumovmax (varargin{:});

endfunction
