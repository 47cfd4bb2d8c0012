## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumdim_of (CALLER, SUBS, VALS, DIM, N, FN, FILLVAL): what the function CALLER, accumdim, gives of gpuArrays.

function a = accumdim_of (caller, subs, vals, dim = [], n = 0, fn = [], fillval = 0, varargin)

  if (nargin < 3 || nargin > 7)
    print_usage (caller);
  endif
  [dim, n, fillval] = gather (dim, n, fillval);
  if (isempty (fillval))
    fillval = 0;
  endif
  if (! isvector (subs))
    error ("gpureduce:badArgument", "%s: SUBS must be a subscript vector", caller);
  elseif (! (isnumeric (subs) && isreal (subs) && gpuall (@(s) s >= 1 & s == fix (s), subs(:))))
    error ("gpureduce:badArgument", "%s: indices must be positive integers", caller);
  endif
  most = double (gather (max (subs)));
  if (isempty (n) || n == 0)
    n = most;
  elseif (n < most)
    error ("gpureduce:badArgument", "%s: N index out of range", caller);
  endif
  if (nargin < 4)
    dim = first_longer_dim (vals);
  elseif (! (isscalar (dim) && isindex (dim)))
    error ("gpureduce:badArgument", "%s: DIM must be a valid dimension", caller);
  endif
  if (numel (subs) != size (vals, dim))
    error ("gpureduce:badArgument", "%s: dimension mismatch", caller);
  endif

  ops = {"sum", "prod", "max", "min", "mean", "any", "all"};
  op = "sum";
  if (! isempty (fn))
    op = func2str (fn);
  endif
  if (! any (strcmp (op, ops)) || ! isscalar (fillval) || ! (isnumeric (vals) || islogical (vals)) || isempty (vals))
    a = gpuArray (accumdim (gather (subs), gather (vals), dim, n, fn, fillval));
    return;
  endif
  sz = size (vals, 1:max (ndims (vals), dim));
  inner = prod (sz(1:dim-1));
  outer = prod (sz(dim+1:end));
  subs = {(1:inner).', subs(:).', reshape(1:outer, 1, 1, outer)};
  a = __gpuarray__ ("reduce-keys", caller, op, vals, subs, [inner, n, outer], 0);
  if (fillval != 0)
    is_missing = __gpuarray__ ("reduce-keys", caller, "sum", 1, subs(2), [n, 1], []) == 0;
    is_sum = strcmp (op, "sum");
    if (! is_sum)
      b = gpuArray (repmat (fillval, size (a)));
      b(:, ! is_missing, :) = a(:, ! is_missing, :);
      a = b;
    else
      a(:, is_missing, :) = fillval;
    endif
  endif
  sz(dim) = n;
  a = reshape (a, sz);

endfunction
