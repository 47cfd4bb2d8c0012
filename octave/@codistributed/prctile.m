## SPDX-License-Identifier: GPL-3.0-or-later

## Q = prctile (D, ...): gpuprctile of a codistributed array.

function q = prctile (varargin)

  q = quantiles_of ("prctile", varargin{:});

endfunction
