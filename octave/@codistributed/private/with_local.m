## SPDX-License-Identifier: GPL-3.0-or-later

## D = with_local (D, LOCAL, DIM, PARTS, DIMS, IS_COMPLEX): a codistributed array of these parts, DIMS being its size.

function d = with_local (d, local, dim, parts, dims, is_complex)

  while (numel (dims) > max (2, dim) && dims(end) == 1)
    dims(end) = [];
  endwhile
  d.local = local;
  d.dim = dim;
  d.parts = parts;
  d.size = dims;
  d.class = underlyingType (local);
  d.is_complex = is_complex;
  d.on_device = isgpuarray (local);

endfunction
