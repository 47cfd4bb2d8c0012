## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = sum (D, ...): gpusum of a codistributed array.

function varargout = sum (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("sum", nargout, d, varargin);

endfunction
