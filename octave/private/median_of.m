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
  if (iscomplex (x))
    m = median_of_complex (caller, x, dim, omits, class_of_result);
  else
    in_double = strcmp (class_of_result, "double") && ! isa (x, "double");
    m = __gpuarray__ ("medians", caller, x, dim, omits, in_double);
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

function m = median_of_complex (caller, x, dim, omits, cls)

  n = numbers = sum (! isnan (x), dim);
  if (! omits)
    n(:) = size (x, dim);
  endif
  v = feval (cls, order_statistics (caller, x, dim, cat (dim, floor ((n - 1) / 2), floor (n / 2))));
  a = part_along (v, dim, 1);
  m = __gpureduce_fill__ ((a + part_along (v, dim, 2)) / 2, mod (n, 2) == 1, a);
  if (! omits)
    whole = numbers == n;
    m = m .* (whole ./ whole); # NaN where one is
  endif

endfunction
