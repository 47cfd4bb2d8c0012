## SPDX-License-Identifier: GPL-3.0-or-later

## Y = meansq (X, ...): gpumeansq for gpuArrays.

function y = meansq (varargin)

  y = gpumeansq (varargin{:});

endfunction
