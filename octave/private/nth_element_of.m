## SPDX-License-Identifier: GPL-3.0-or-later

## Y = nth_element_of (CALLER, X, N, DIM): what the function CALLER, nth_element, gives of X.

function y = nth_element_of (caller, x, n, dim = {}, varargin)

  if (nargin < 3 || nargin > 4)
    print_usage (caller);
  endif
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array");
  dim = gather (dim);
  if (iscell (dim))
    dim = [find(size (x) != 1, 1), 1](1);
  endif
  dim = check_dim (caller, dim, flintmax (), "DIM must be a valid dimension");
  dim = min (dim, ndims (x) + 1);
  n = check_ranks (caller, gather (n));
  if (isempty (x) || isempty (n))
    sz = size (x, 1:max (ndims (x), dim));
    sz(dim) = min (numel (n), sz(dim));
    y = reshape (x([]), sz);
  elseif (max (n) > size (x, dim))
    error ("gpureduce:badArgument", "%s: invalid element index %d; DIM has %d elements", caller, max (n), size (x, dim));
  else
    y = order_statistics (caller, x, dim, along_dim (n - 1, dim));
  endif

endfunction

## Places from 1 on that ascend or descend by 1.
function n = check_ranks (caller, n)

  is_list = isnumeric (n) && isreal (n) && (isvector (n) || isempty (n));
  if (is_list && numel (n) > 1)
    step = double (n(2)) - double (n(1));
    is_list = abs (step) == 1 && all (diff (double (n(:))) == step);
  endif
  if (! is_list)
    error ("gpureduce:badArgument", "%s: n must be a scalar or a contiguous range; given was %s", caller, show_value (n));
  endif
  n = full (double (n(:)));
  if (! all (n >= 1 & n == fix (n)))
    error ("gpureduce:badArgument", "%s: invalid index: subscripts must be integers from 1 on; given was %s", caller, ...
           show_value (n));
  endif

endfunction
