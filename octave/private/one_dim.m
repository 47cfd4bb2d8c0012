## SPDX-License-Identifier: GPL-3.0-or-later

## [X, DIM, BACK] = one_dim (X, DIMS)
##
## X with the dimensions DIMS, a row, as the one dimension DIM.  BACK has the sizes of X, and the order in which they
## came: restore_dims takes it.

function [x, dim, back] = one_dim (x, dims)

  back = struct ("sizes", size (x, 1:max ([ndims(x), dims])), "dims", sort (dims), "first", dims(1), "order", []);
  if (isscalar (dims))
    dim = dims;
    return;
  endif
  dims = back.dims;
  sz = back.sizes;
  if (all (diff (dims) == 1))
    ## they lie beside each other
    x = reshape (x, prod (sz(1:dims(1) - 1)), prod (sz(dims)), prod (sz(dims(end) + 1:end)));
    dim = 2;
  else
    rest = setdiff (1:numel (sz), dims);
    back.order = [dims, rest];
    x = reshape (permute (x, back.order), prod (sz(dims)), prod (sz(rest)));
    dim = 1;
  endif

endfunction
