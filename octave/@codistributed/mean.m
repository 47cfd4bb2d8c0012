## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = mean (D, ...): gpumean of a codistributed array.

function varargout = mean (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("mean", nargout, d, varargin);

endfunction
