## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = var (D, ...): gpuvar of a codistributed array.

function varargout = var (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("var", nargout, d, varargin);

endfunction
