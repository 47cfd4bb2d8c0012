## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpumax (D, ...): gpumax of a codistributed array.

function varargout = gpumax (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("max", nargout, d, varargin);

endfunction
