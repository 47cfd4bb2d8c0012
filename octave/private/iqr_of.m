## SPDX-License-Identifier: GPL-3.0-or-later

## [Z, Q] = iqr_of (CALLER, X, DIM): the distance of the quartiles, as the function CALLER, iqr, gives it, and these.

function [z, q] = iqr_of (caller, x, dims = {}, varargin)

  if (nargin < 2 || nargin > 3)
    print_usage (caller);
  endif
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric vector or matrix");
  if (isempty (x))
    error ("gpureduce:badArgument", "%s: X must be a non-empty numeric vector or matrix", caller);
  elseif (isnumeric (dims) && isempty (dims))
    dims = {};
  endif
  dims = dims_or_all (caller, x, dims, "DIM must be a positive integer scalar, vector, or 'all'");
  dims = unique (min (dims, ndims (x) + 1));
  q = quantiles_along (caller, x, [0.25, 0.75], dims, 5);
  z = abs (part_along (q, dims(1), 2) - part_along (q, dims(1), 1));

endfunction
