## SPDX-License-Identifier: GPL-3.0-or-later

## [N, IDX] = gpuhistc (D, EDGES, DIM): gpuhistc of a codistributed array.

function varargout = gpuhistc (varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = binned ("gpuhistc", varargin{:});

endfunction
