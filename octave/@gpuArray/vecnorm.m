## SPDX-License-Identifier: GPL-3.0-or-later

## N = vecnorm (A, ...): gpuvecnorm for gpuArrays.

function n = vecnorm (varargin)

  n = gpuvecnorm (varargin{:});

endfunction
