## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = gpusumsq (D, ...): gpusumsq of a codistributed array.

function varargout = gpusumsq (d, varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = reduced ("sumsq", nargout, d, varargin);

endfunction
