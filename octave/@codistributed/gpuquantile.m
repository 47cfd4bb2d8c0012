## SPDX-License-Identifier: GPL-3.0-or-later

## Q = gpuquantile (D, ...): gpuquantile of a codistributed array.

function q = gpuquantile (varargin)

  q = quantiles_of ("gpuquantile", varargin{:});

endfunction
