## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = max (D, ...): gpumax of a gpuArray; the results stay on the device.

function [m, i] = max (varargin)

  if (nargin == 2 && ! isempty (varargin{2}) && ! ischar (varargin{2}))
    error ("gpureduce:unsupported", "gpuArray: no method for 'max' of two arrays; use gather");
  endif
  if (nargout < 2)
    m = gpumax (varargin{:});
  else
    [m, i] = gpumax (varargin{:});
  endif

endfunction
