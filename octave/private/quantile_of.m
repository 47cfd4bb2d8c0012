## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantile_of (CALLER, KIND, X, ...): what the function CALLER, which is KIND, quantile or prctile, by its own name
## or behind gpu, gives of X.

function q = quantile_of (caller, kind, x, p = [], dims = {}, method = 5, varargin)

  parts_of = {1, 100}{1 + strcmp(kind, "prctile")};
  if (nargin < 3 || nargin > 6)
    print_usage (caller);
  endif
  text = {"X must be a non-empty numeric vector or matrix", "X must be a numeric vector or matrix"}{1 + (parts_of != 1)};
  check_array (caller, x, {"numeric", "logical"}, text, [kind ", or "]);
  if (isempty (x))
    error ("gpureduce:badArgument", "%s: X must be a non-empty numeric vector or matrix", caller);
  endif
  p = check_parts (caller, p, parts_of);
  method = gather (method);
  if (! (isnumeric (method) && isscalar (method) && any (method == 1:9)))
    error ("gpureduce:badArgument", "%s: Unknown METHOD, '%s'; there are 1 to 9", caller, show_value (method));
  endif
  dims = dims_or_all (caller, x, dims, 'DIM must be a positive integer, a vector of them, or "all"');
  q = quantiles_along (caller, x, p, dims, double (method));
  if (isvector (q) && ! isscalar (q) && ! isscalar (p))
    q = reshape (q, merge (isrow (p), [1, numel(q)], [numel(q), 1]));
  endif

endfunction

## Which parts of the elements are to be below, as doubles from 0 to 1, in a row or a column.
function p = check_parts (caller, p, parts_of)

  p = gather (p);
  if (isempty (p))
    p = parts_of * [0, 0.25, 0.5, 0.75, 1];
  elseif (! (isnumeric (p) && isreal (p) && isvector (p)))
    error ("gpureduce:badArgument", "%s: P must be a numeric vector; given was %s", caller, show_value (p));
  endif
  p = full (double (p)) / parts_of;

endfunction
