## SPDX-License-Identifier: GPL-3.0-or-later

## Y = part_along (X, DIM, K): the elements K of X along DIM.

function y = part_along (x, dim, k)

  at = repmat ({":"}, 1, max (ndims (x), dim));
  at{dim} = k;
  y = x(at{:});

endfunction
