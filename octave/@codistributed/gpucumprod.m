## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpucumprod (D, ...): gpucumprod of a codistributed array.

function varargout = gpucumprod (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("cumprod", nargout, d, varargin);

endfunction
