## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantile (X, ...): gpuquantile for gpuArrays.

function varargout = quantile (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("quantile", varargin{:});

endfunction
