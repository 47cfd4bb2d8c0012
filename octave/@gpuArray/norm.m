## SPDX-License-Identifier: GPL-3.0-or-later

## N = norm (A, ...): gpunorm for gpuArrays.

function n = norm (varargin)

  n = gpunorm (varargin{:});

endfunction
