## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movstd (X, WLEN), (X, WLEN, OPT), (..., DIM), (..., PROPERTY, VALUE): standard deviations in windows, see movvar.

function y = movstd (varargin)

  y = moving_spread ("movstd", @std, varargin{:});

endfunction
