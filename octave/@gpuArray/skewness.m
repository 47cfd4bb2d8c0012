## SPDX-License-Identifier: GPL-3.0-or-later

## Y = skewness (X), (X, FLAG), (X, FLAG, DIM): the mean of (x - m)^3 over s^3, with the mean m and the standard deviation
## s of as many elements; with FLAG 0 corrected for the size of the sample.  X is read three times and written never.
##
## Rounding errors are those of sums of the elements' own differences and powers; where these round to s = 0 it is NaN.

function y = skewness (x, varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ("skewness");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (x))
    y = skewness (x, varargin{:});
    return;
  endif
  [y, n, is_corrected] = standardized_moment ("skewness", x, 3, varargin{:});
  if (is_corrected && n > 2)
    y *= sqrt (n * (n - 1)) / (n - 2);
  elseif (is_corrected)
    y(:) = NaN;
  endif

endfunction
