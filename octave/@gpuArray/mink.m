## SPDX-License-Identifier: GPL-3.0-or-later

## [B, I] = mink (A, K, ...): gpumink for gpuArrays.

function varargout = mink (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("mink", varargin{:});

endfunction
