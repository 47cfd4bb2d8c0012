## SPDX-License-Identifier: GPL-3.0-or-later

## D = __gpureduce_diff__ (...): what gpudiff (...) gives, of arguments that its gateway hands on.

function d = __gpureduce_diff__ (x, k = 1, dim)

  if (nargin == 1 && isgpuarray (x) && isfloat (x) && numel (x) > 1)
    d = __gpuarray__ ("diff", x, find (size (x) != 1, 1)); # most calls need no checks, which take longer
    if (isgpuarray (d))
      return;
    endif
  endif
  check_array ("gpudiff", x, {"numeric", "logical"}, "X must be numeric or logical");
  k = check_order (gather (k));
  d = x;
  if (islogical (x))
    d = double (x);
  endif
  if (nargin > 2)
    dim = check_dim ("gpudiff", dim, ndims (x), "DIM must be a valid dimension");
  elseif (isscalar (x) && k > 0)
    d = reshape (x([]), 0, 0); # of the class of X, where nothing was subtracted
    return;
  else
    [dim, k] = last_dim (size (x), k);
  endif
  for step = 1 : min (k, size (d, dim))
    d = differences (d, dim);
  endfor

endfunction

function d = differences (x, dim)

  if (isgpuarray (x))
    d = __gpuarray__ ("diff", x, dim);
    if (isgpuarray (d))
      return;
    endif
  endif
  n = size (x, dim);
  d = part_along (x, dim, 2:n) - part_along (x, dim, 1:n-1);

endfunction

function k = check_order (k)

  if (! (isnumeric (k) && isreal (k) && numel (k) <= 1))
    error ("gpureduce:badArgument", "gpudiff: order K must be a scalar or []; given was %s", show_value (k));
  elseif (isempty (k))
    k = 1;
  elseif (! (k >= 0 && k == fix (k)))
    error ("gpureduce:badArgument", "gpudiff: order K must be non-negative and whole; given was %s", show_value (k));
  endif
  k = double (k);

endfunction

## The dimension of an array of size SZ along which the last of K differences are, and how many.
function [dim, k] = last_dim (sz, k)

  dim = find ([sz, 2] != 1, 1);
  if (dim > numel (sz) || sz(dim) > k || k == 0)
    return;
  endif
  for dim = dim:numel (sz)
    if (sz(dim) != 1)
      taken = sz(dim) - 1;
      if (k <= taken)
        k = taken;
        return;
      endif
      k -= taken;
    endif
  endfor

endfunction
