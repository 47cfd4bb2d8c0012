## SPDX-License-Identifier: GPL-3.0-or-later

## [Z, MU, SIGMA] = zscore (X, ...): gpuzscore for gpuArrays.

function varargout = zscore (varargin)

  [varargout{1:max (nargout, 1)}] = gpuzscore (varargin{:});

endfunction
