## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = sumsq (D, ...): gpusumsq of a codistributed array.

function varargout = sumsq (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("sumsq", nargout, d, varargin);

endfunction
