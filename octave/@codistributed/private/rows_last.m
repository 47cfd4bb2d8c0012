## SPDX-License-Identifier: GPL-3.0-or-later

## [X, V] = rows_last (D, KEPT, ALONG): the part as a matrix whose columns are what D has at a place along the dimensions
## ALONG, of which the distributed one is the last.  V has the matrix's sizes in the whole array, inner and len, its
## columns before this process's, first, and the order of dimensions, and whether it is plain.

function [x, v] = rows_last (d, kept, along)

  [first, count] = my_range (d.parts);
  along = [along(along != d.dim), d.dim];
  v.order = [kept, along];
  v.kept = kept;
  v.along = along;
  v.inner = prod (d.size(kept));
  v.len = prod (d.size(along));
  each = v.len / d.size(d.dim);
  v.first = first * each;
  x = local_of (d);
  v.is_plain = issorted (v.order);
  if (! v.is_plain && ! issorted (v.order(d.size(v.order) != 1)))
    x = permute (x, v.order);
  endif
  x = reshape (x, v.inner, each * count);

endfunction
