## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movvar (X, WLEN), (X, WLEN, OPT), (..., DIM), (..., PROPERTY, VALUE): variances of the elements of X in a window that
## moves along DIM, by the arguments of Octave's function.  The elements of each window are put together and read once, so
## that their rounding errors are those of gpuvar.

function y = movvar (varargin)

  y = moving_spread ("movvar", @var, varargin{:});

endfunction
