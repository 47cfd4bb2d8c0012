## SPDX-License-Identifier: GPL-3.0-or-later

## X = put_along (X, DIM, K, VALUE): X with VALUE in the places K along DIM.

function x = put_along (x, dim, k, value)

  at = repmat ({":"}, 1, max (ndims (x), dim));
  at{dim} = k;
  x(at{:}) = value;

endfunction
