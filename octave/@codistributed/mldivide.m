## SPDX-License-Identifier: GPL-3.0-or-later

## R = mldivide (A, B): with a number; the matrix operation is refused.

function r = mldivide (a, b)

  if (! isscalar (a))
    refuse ("mldivide");
  endif
  r = elementwise ("ldivide", false, a, b);

endfunction
