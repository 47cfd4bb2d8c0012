## SPDX-License-Identifier: GPL-3.0-or-later

## D = diff (X, ...): gpudiff for gpuArrays.

function d = diff (varargin)

  d = __gpureduce_diff__ (varargin{:});

endfunction
