## SPDX-License-Identifier: GPL-3.0-or-later

## D = diff (X, ...): gpudiff for gpuArrays.

function d = diff (varargin)

  d = gpudiff (varargin{:});

endfunction
