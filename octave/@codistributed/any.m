## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = any (D, ...): gpuany of a codistributed array.

function varargout = any (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("any", nargout, d, varargin);

endfunction
