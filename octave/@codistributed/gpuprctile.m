## SPDX-License-Identifier: GPL-3.0-or-later

## Q = gpuprctile (D, ...): gpuprctile of a codistributed array.

function q = gpuprctile (varargin)

  q = quantiles_of ("gpuprctile", varargin{:});

endfunction
