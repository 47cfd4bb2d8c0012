## SPDX-License-Identifier: GPL-3.0-or-later

## Q = median (D, ...): gpumedian of a codistributed array.

function q = median (varargin)

  q = quantiles_of ("median", varargin{:});

endfunction
