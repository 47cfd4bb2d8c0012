## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = prod (D, ...): gpuprod of a codistributed array.

function varargout = prod (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("prod", nargout, d, varargin);

endfunction
