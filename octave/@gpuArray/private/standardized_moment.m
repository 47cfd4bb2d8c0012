## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, N, IS_CORRECTED] = standardized_moment (NAME, X, P, FLAG, DIM): for the function NAME, the mean of the P-th powers of
## differences from the mean, over the P-th power of the standard deviation, of the N elements along DIM, by default the
## first dimension that is longer than 1.  IS_CORRECTED: FLAG is 0, by default it is 1.  Elements are
## read as they are summed, once for each sum.

function [y, n, is_corrected] = standardized_moment (name, x, p, flag = 1, dim)

  if (! (isnumeric (x) || islogical (x)))
    error ("gpureduce:badArgument", "%s: X must be a numeric vector or matrix", name);
  elseif (! isempty (flag) && (! isscalar (flag) || (flag != 0 && flag != 1)))
    error ("gpureduce:badArgument", "%s: FLAG must be 0 or 1", name);
  elseif (nargin < 5)
    dim = [find(size (x) > 1, 1), 1](1);
  elseif (! (isscalar (dim) && dim == fix (dim) && dim > 0))
    error ("gpureduce:badArgument", "%s: DIM must be an integer and a valid dimension", name);
  endif
  is_corrected = isequal (flag, 0);
  if (! isfloat (x))
    x = double (x);
  endif
  n = size (x, dim);
  m = mean (x, dim);
  y = gpusum (@(x, m) (x - m) .^ p, x, m, dim);
  if (isreal (x))
    v = gpusum (@(x, m) (x - m) .* (x - m), x, m, dim) / n;
  else
    v = gpusum (@(x, m) abs (x - m) .^ 2, x, m, dim) / n;
  endif
  if (p == 4)
    y = y ./ (n * v .^ 2);
  else
    y = y ./ (n * sqrt (v) .^ 3);
  endif
  y(v == 0) = NaN;
  if (isequal (size (x), [0, 0]))
    y(:) = 0; # as in Octave 7
  endif

endfunction
