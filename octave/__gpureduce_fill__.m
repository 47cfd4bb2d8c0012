## SPDX-License-Identifier: GPL-3.0-or-later

## A = __gpureduce_fill__ (A, WHERE, X): A with the elements of X, a number or an array of the same size, where WHERE is
## not 0.

function a = __gpureduce_fill__ (a, where, x)

  where = logical (where);
  if (isscalar (x))
    a(where) = x;
  else
    a(where) = x(where);
  endif

endfunction
