## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantile (D, ...): gpuquantile of a codistributed array.

function q = quantile (varargin)

  q = quantiles_of ("quantile", varargin{:});

endfunction
