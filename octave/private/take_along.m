## SPDX-License-Identifier: GPL-3.0-or-later

## Y = take_along (X, DIM, K)
##
## The elements of X at the places K along DIM, which may differ between segments: K has the size of X, but along DIM.
## Y has the size of K.

function y = take_along (x, dim, k)

  if (isempty (k))
    y = reshape (x([]), size (k));
    return;
  endif
  sz = size (x, 1:max (ndims (x), dim));
  inner = prod (sz(1:dim - 1));
  outer = prod (sz(dim + 1:end));
  at = reshape (k, inner, [], outer);
  if (inner > 1)
    at = (at - 1) * inner + (1:inner).';
  endif
  if (outer > 1)
    at += reshape ((0:outer - 1) * (inner * sz(dim)), 1, 1, outer);
  endif
  y = reshape (x(at), size (k));

endfunction
