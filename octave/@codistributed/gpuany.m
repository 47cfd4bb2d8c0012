## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpuany (D, ...): gpuany of a codistributed array.

function varargout = gpuany (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("any", nargout, d, varargin);

endfunction
