## SPDX-License-Identifier: GPL-3.0-or-later

## [M, I] = min (D, ...): gpumin of a gpuArray; the results stay on the device.

function [m, i] = min (varargin)

  if (nargin == 2 && ! isempty (varargin{2}) && ! ischar (varargin{2}))
    error ("gpureduce:unsupported", "gpuArray: no method for 'min' of two arrays; use gather");
  endif
  if (nargout < 2)
    m = gpumin (varargin{:});
  else
    [m, i] = gpumin (varargin{:});
  endif

endfunction
