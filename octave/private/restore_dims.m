## SPDX-License-Identifier: GPL-3.0-or-later

## Y = restore_dims (Y, BACK)
##
## Y, which has been made of the X and along the DIM of one_dim, with the dimensions that X had.  The elements along DIM
## are along the dimension that was named first, and the others that were joined have the size 1.

function y = restore_dims (y, back)

  if (isscalar (back.dims))
    return;
  endif
  sz = back.sizes;
  sz(back.dims) = 1;
  sz(back.first) = numel (y) / max (prod (sz), 1);
  if (isempty (back.order))
    y = reshape (y, sz);
  else
    y = ipermute (reshape (y, sz(back.order)), back.order);
  endif

endfunction
