## SPDX-License-Identifier: GPL-3.0-or-later

## Y = kurtosis (X), (X, FLAG), (X, FLAG, DIM): the mean of (x - m)^4 over v^2, with the mean m and the variance v of as
## many elements; with FLAG 0 corrected for the size of the sample.  X is read three times and written never.
##
## Rounding errors are those of sums of the elements' own differences and powers; where these round to v = 0 it is NaN.

function y = kurtosis (x, varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ("kurtosis");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (x))
    y = kurtosis (x, varargin{:});
    return;
  endif
  [y, n, is_corrected] = standardized_moment ("kurtosis", x, 4, varargin{:});
  if (is_corrected && n > 3)
    y = 3 + (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * y - 3 * (n - 1));
  elseif (is_corrected)
    y(:) = NaN;
  endif

endfunction
