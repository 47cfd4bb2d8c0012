## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = max (D, ...): gpumax of a codistributed array; R = max (A, B): of each element of two arrays.

function varargout = max (varargin)

  varargout = cell (1, max (nargout, 1));
  [varargout{:}] = extremum ("max", nargout, varargin);

endfunction
