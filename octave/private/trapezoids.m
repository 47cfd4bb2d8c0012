## SPDX-License-Identifier: GPL-3.0-or-later

## [PIECES, FACTOR, DIM] = trapezoids (CALLER, ARGS): what FACTOR times is the areas of the trapezoids along
## DIM between the points that ARGS are, the arguments Y, X or DIM of the function CALLER.

function [pieces, factor, dim] = trapezoids (caller, args)

  if (numel (args) == 1 && isfloat (args{1}) && isvector (args{1}) && numel (args{1}) > 1 && ! issparse (args{1}))
    pieces = args{1}(2:end) + args{1}(1:end-1); # most calls need no checks, which take longer
    factor = 0.5;
    dim = 1 + isrow (args{1});
    return;
  endif
  has_x = numel (args) == 3 || (numel (args) == 2 && (isscalar (args{1}) || ! isscalar (args{2})));
  y = args{1 + has_x};
  check_array (caller, y, {"numeric", "logical", "char"}, "Y must be a numeric, logical or char array");
  dim = first_longer_dim (y);
  if (numel (args) > 1 + has_x)
    dim = check_dim (caller, args{end}, ndims (y), "DIM must be an integer and a valid dimension");
  endif
  n = size (y, dim);
  pieces = part_along (y, dim, 2:n) + part_along (y, dim, 1:n-1);
  factor = 0.5;
  if (has_x)
    x = args{1};
    check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array");
    check_product (caller, x, pieces);
    if (isscalar (x))
      factor = x * 0.5;
      return;
    elseif (! isvector (x) && ! size_equal (x, y))
      error ("gpureduce:badArgument", "%s: X and Y must have same shape", caller);
    elseif (isvector (x) && numel (x) != n)
      error ("gpureduce:badArgument", "%s: length of X and length of Y along DIM must match", caller);
    elseif (isvector (x))
      shape = ones (1, ndims (y));
      shape(dim) = n;
      x = reshape (x, shape);
    endif
    pieces = gpudiff (x, 1, dim) .* pieces;
  endif

endfunction
