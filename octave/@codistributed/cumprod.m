## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = cumprod (D, ...): gpucumprod of a codistributed array.

function varargout = cumprod (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cumprod", nargout, d, varargin);

endfunction
