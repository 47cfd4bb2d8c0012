## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpuall (D, ...): gpuall of a codistributed array.

function varargout = gpuall (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("all", nargout, d, varargin);

endfunction
