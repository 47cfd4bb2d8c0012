## SPDX-License-Identifier: GPL-3.0-or-later

## The sign of a zero part of a complex product depends on the order of the factors.

function tf = order_shows_in_zeros (f, x)

  tf = iscomplex (x) && strcmp (f.family, "product");

endfunction
