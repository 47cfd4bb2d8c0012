## SPDX-License-Identifier: GPL-3.0-or-later

## Y = mean_of_squares (CALLER, X, ARGS, DIM): along the dimensions that the arguments ARGS of
## the function CALLER name, or DIM.

function y = mean_of_squares (caller, x, args, dim)

  [dims, omits] = reduction_dims (caller, x, args, false);
  if (isempty (dims))
    dims = dim;
  endif
  if (omits)
    y = gpusumsq (x, dims, "omitnan") ./ gpusum (x == x, dims);
  else
    sizes = [size(x), 1];
    y = gpusumsq (x, dims) / prod (sizes(min (dims, end)));
  endif

endfunction
