## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpucummin (D, ...): gpucummin of a codistributed array.

function varargout = gpucummin (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cummin", nargout, d, varargin);

endfunction
