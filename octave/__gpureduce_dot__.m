## SPDX-License-Identifier: GPL-3.0-or-later

## D = __gpureduce_dot__ (...): what gpudot (...) gives, of arguments that its gateway hands on.

function d = __gpureduce_dot__ (x, y, dim)

  check_array ("gpudot", x, {"numeric"}, "X and Y must be numeric");
  check_array ("gpudot", y, {"numeric"}, "X and Y must be numeric");
  check_product ("gpudot", x, y);
  if (! size_equal (x, y))
    if (! (nargin < 3 && is_vector (x) && is_vector (y) && numel (x) == numel (y)))
      error ("gpureduce:badArgument", "gpudot: sizes of X and Y must match");
    endif
    x = x(:);
    y = y(:);
  endif
  along = {};
  if (nargin < 3)
    dim = first_longer_dim (x);
  else
    dim = check_dim ("gpudot", dim, flintmax (), "DIM must be a valid dimension");
    along = {dim};
  endif
  if (isgpuarray (x) && isgpuarray (y) && isfloat (x) && isfloat (y) && are_long (size (x), dim))
    d = gpusum (__gpuarray__ ("dot", x, y, dim), dim);
    if (any (strcmp ("single", {underlyingType(x), underlyingType(y)})))
      d = single (d);
    endif
  else
    if (iscomplex (x))
      x = conj (x);
    endif
    d = gpusum (x .* y, along{:});
  endif

endfunction

## Has the part of the array that a dot product reads enough elements for a block of threads?
function tf = are_long (sz, dim)

  tf = dim <= numel (sz) && prod (sz(1:dim)) >= 1024 && all (sz > 0);

endfunction

## Also without elements, of which isvector says no.
function t = is_vector (x)

  t = ndims (x) == 2 && any (size (x) == 1);

endfunction
