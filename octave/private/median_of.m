## SPDX-License-Identifier: GPL-3.0-or-later

## M = median_of (CALLER, X, ...): what the function CALLER, median or gpumedian, gives of X.

function m = median_of (caller, x, varargin)

  if (nargin < 2 || nargin > 5)
    print_usage (caller);
  endif
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric vector or matrix", "median, or ");
  [class_of_result, args] = take_class (caller, underlyingType (x), varargin);
  [dims, omits] = reduction_dims (caller, x, args, false);
  if (isempty (x))
    error ("gpureduce:badArgument", "%s: X cannot be an empty matrix", caller);
  elseif (isempty (dims))
    dims = first_longer_dim (x);
  endif

  [x, dim, back] = one_dim (x, unique (min (dims, ndims (x) + 1)));
  n = size (x, dim);
  ranks = along_dim (floor ((n - 1) / 2):floor (n / 2), dim);
  if (! isfloat (x))
    m = middle (order_statistics (caller, x, dim, ranks), dim, class_of_result);
  else
    [v, numbers] = order_statistics (caller, x, dim, ranks);
    if (! omits)
      m = middle (v, dim, class_of_result);
      whole = numbers == n;
      m = m .* (whole ./ whole); # NaN where one is
    elseif (all (numbers(:) == n))
      m = middle (v, dim, class_of_result);
    else
      v = order_statistics (caller, x, dim, cat (dim, floor ((numbers - 1) / 2), floor (numbers / 2)));
      m = middle (v, dim, class_of_result);
      v = part_along (v, dim, 1);
      m = __gpureduce_fill__ (m, mod (numbers, 2) == 1, feval (class_of_result, v));
    endif
  endif
  m = restore_dims (m, back);

endfunction

## The class that a word among ARGS says for the median of elements of CLS, and the other arguments.
function [name, args] = take_class (caller, cls, args)

  words = {"default", "double", "native"};
  named = cellfun (@(a) ischar (a) && any (strcmpi (gather (a), words)), args);
  if (sum (named) > 1)
    error ("gpureduce:badArgument", "%s: only one OUTTYPE can be specified", caller);
  endif
  name = cls;
  word = "";
  if (any (named))
    word = tolower (gather (args{named}));
  endif
  if (strcmp (word, "double") || (strcmp (word, "default") && ! strcmp (cls, "single"))
      || (strcmp (word, "native") && strcmp (cls, "logical")))
    name = "double";
  endif
  args = args(! named);

endfunction

## The mean, in the class CLS, of the one or two elements of each segment of V, which ascend.
function m = middle (v, dim, cls)

  if (! strcmp (underlyingType (v), cls))
    v = feval (cls, v);
  endif
  if (size (v, dim) == 1)
    m = v;
    return;
  endif
  a = part_along (v, dim, 1);
  b = part_along (v, dim, 2);
  if (islogical (v))
    m = a | b;
  else
    m = (a + b) / 2;
  endif
  if (isinteger (v))
    ## a sum of numbers of the same sign may leave the class; halves go away from 0
    m = __gpureduce_fill__ (m, a > 0, a + (b - a) / 2);
    m = __gpureduce_fill__ (m, b < 0, b - (b - a) / 2);
  endif

endfunction
