## SPDX-License-Identifier: GPL-3.0-or-later

## DIM = first_longer_dim (X): the first dimension of more than one element, or 1.

function dim = first_longer_dim (x)

  dim = find ([size(x), 2] > 1, 1);
  if (dim > ndims (x))
    dim = 1;
  endif

endfunction
