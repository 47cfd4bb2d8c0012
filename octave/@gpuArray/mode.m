## SPDX-License-Identifier: GPL-3.0-or-later

## [M, F, C] = mode (X, ...): gpumode for gpuArrays.

function varargout = mode (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("mode", varargin{:});

endfunction
