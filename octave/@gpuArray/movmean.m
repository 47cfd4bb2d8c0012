## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movmean (X, WLEN, ...): gpumovmean for gpuArrays.

function y = movmean (varargin)

  y = gpumovmean (varargin{:});

endfunction
