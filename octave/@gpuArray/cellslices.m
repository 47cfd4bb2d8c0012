## SPDX-License-Identifier: GPL-3.0-or-later

## SL = cellslices (X, LB, UB), (X, LB, UB, DIM): a cell with X from LB to UB along a dimension, for each of these pairs.

function sl = cellslices (x, lb, ub, dim)

  if (nargin < 3)
    print_usage ("cellslices");
  elseif (nargin < 4)
    dim = [find(size (x) != 1, 1), 1](1);
  endif
  [lb, ub, dim] = gather (lb, ub, dim);
  if (! isgpuarray (x))
    sl = cellslices (x, lb, ub, dim);
    return;
  elseif (! (isscalar (dim) && isnumeric (dim) && dim >= 1))
    error ("gpureduce:badArgument", "cellslices: DIM must be a valid dimension");
  elseif (! (isnumeric (lb) && isnumeric (ub)))
    error ("gpureduce:badArgument", "cellslices: LB and UB must be numbers");
  elseif (numel (lb) != numel (ub))
    error ("gpureduce:badArgument", "cellslices: the lengths of LB and UB must match");
  endif
  dim = fix (dim);
  lb = fix (double (lb));
  ub = fix (double (ub));
  at = repmat ({":"}, 1, max (ndims (x), dim));
  sl = cell (1, numel (lb));
  for k = 1:numel (lb)
    at{dim} = lb(k):ub(k);
    sl{k} = x(at{:});
  endfor

endfunction
