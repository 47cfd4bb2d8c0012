## SPDX-License-Identifier: GPL-3.0-or-later

## [N, IDX] = histc (X, EDGES, DIM): gpuhistc for gpuArrays.

function varargout = histc (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_keys__ ("histc", varargin{:});

endfunction
