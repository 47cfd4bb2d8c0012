## SPDX-License-Identifier: GPL-3.0-or-later

## M = median (X, ...): gpumedian for gpuArrays.

function varargout = median (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("median", varargin{:});

endfunction
