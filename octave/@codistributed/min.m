## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = min (D, ...): gpumin of a codistributed array; R = min (A, B): of each element of two arrays.

function varargout = min (varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = extremum ("min", nargout, varargin);

endfunction
