## SPDX-License-Identifier: GPL-3.0-or-later

## Q = gpumedian (D, ...): gpumedian of a codistributed array.

function q = gpumedian (varargin)

  q = quantiles_of ("gpumedian", varargin{:});

endfunction
