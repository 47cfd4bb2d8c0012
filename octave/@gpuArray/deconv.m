## SPDX-License-Identifier: GPL-3.0-or-later

## [B, R] = deconv (Y, A): Octave's own function, whose quotient is a filter on the device.

function [b, r] = deconv (varargin)

  if (nargout > 1)
    [b, r] = builtin ("deconv", varargin{:});
    r = gpuArray (r);
  else
    b = builtin ("deconv", varargin{:});
  endif
  b = gpuArray (b); # that of a longer A is a constant of Octave's

endfunction
