## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpucumsum (D, ...): gpucumsum of a codistributed array.

function varargout = gpucumsum (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cumsum", nargout, d, varargin);

endfunction
