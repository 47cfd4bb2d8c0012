## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = all (D, ...): gpuall of a codistributed array.

function varargout = all (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("all", nargout, d, varargin);

endfunction
