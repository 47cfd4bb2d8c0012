## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpumin (D, ...): gpumin of a codistributed array.

function varargout = gpumin (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("min", nargout, d, varargin);

endfunction
