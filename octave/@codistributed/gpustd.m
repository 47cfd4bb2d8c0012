## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpustd (D, ...): gpustd of a codistributed array.

function varargout = gpustd (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("std", nargout, d, varargin);

endfunction
