## SPDX-License-Identifier: GPL-3.0-or-later

## A = slice (A, DIM, FIRST, COUNT): of an array the elements FIRST+1 to FIRST+COUNT along DIM.

function a = slice (a, dim, first, count)

  if (first == 0 && count == size (a, dim))
    return;
  endif
  place = repmat ({":"}, 1, max (ndims (a), dim));
  place{dim} = first + (1:count);
  a = a(place{:});

endfunction
