## SPDX-License-Identifier: GPL-3.0-or-later

## Y = movmedian (X, WLEN), (..., DIM), (..., PROPERTY, VALUE): medians in windows.

function y = movmedian (varargin)

  if (numel (varargin) > 2 && isnumeric (varargin{3}))
    print_usage ("movmedian");
  endif
  y = moving_spread ("movmedian", @(x, ~, dim) median (x, dim), varargin{:});

endfunction
