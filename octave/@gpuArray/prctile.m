## SPDX-License-Identifier: GPL-3.0-or-later

## Q = prctile (X, ...): gpuprctile for gpuArrays.

function varargout = prctile (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("prctile", varargin{:});

endfunction
