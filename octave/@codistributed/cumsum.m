## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = cumsum (D, ...): gpucumsum of a codistributed array.

function varargout = cumsum (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cumsum", nargout, d, varargin);

endfunction
