## SPDX-License-Identifier: GPL-3.0-or-later

## [B, I] = maxk (A, K, ...): gpumaxk for gpuArrays.

function varargout = maxk (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("maxk", varargin{:});

endfunction
