## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = cummax (D, ...): gpucummax of a codistributed array.

function varargout = cummax (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cummax", nargout, d, varargin);

endfunction
