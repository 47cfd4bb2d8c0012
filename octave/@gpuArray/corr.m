## SPDX-License-Identifier: GPL-3.0-or-later

## R = corr (X), (X, Y): Octave's own function, on the device.

function r = corr (varargin)

  r = gpuArray (builtin ("corr", varargin{:})); # that of a scalar is a constant of Octave's

endfunction
