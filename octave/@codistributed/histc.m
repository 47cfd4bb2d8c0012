## SPDX-License-Identifier: GPL-3.0-or-later

## [N, IDX] = histc (D, EDGES, DIM): gpuhistc of a codistributed array.

function varargout = histc (varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = binned ("histc", varargin{:});

endfunction
