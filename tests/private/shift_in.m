## SPDX-License-Identifier: GPL-3.0-or-later

## A one place further along DIM, V in front.

function a = shift_in (a, dim, v)

  index = repmat ({':'}, 1, ndims (a));
  index{dim} = 1:size (a, dim) - 1;
  shifted = a(index{:});
  front = size (a);
  front(dim) = min (front(dim), 1);
  a = cat (dim, repmat (v, front), shifted);

endfunction
