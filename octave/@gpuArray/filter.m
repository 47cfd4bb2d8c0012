## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, SF] = filter (B, A, X, ...): gpufilter for gpuArrays.

function [y, sf] = filter (varargin)

  if (nargout > 1)
    [y, sf] = gpufilter (varargin{:});
  else
    y = gpufilter (varargin{:});
  endif

endfunction
