## SPDX-License-Identifier: GPL-3.0-or-later

## V = along_dim (V, DIM): the elements of V as a vector in the direction DIM.

function v = along_dim (v, dim)

  sz = ones (1, max (dim, 2));
  sz(dim) = numel (v);
  v = reshape (v, sz);

endfunction
