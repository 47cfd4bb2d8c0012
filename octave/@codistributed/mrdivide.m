## SPDX-License-Identifier: GPL-3.0-or-later

## R = mrdivide (A, B): with a number; the matrix operation is refused.

function r = mrdivide (a, b)

  if (! isscalar (b))
    refuse ("mrdivide");
  endif
  r = elementwise ("rdivide", false, a, b);

endfunction
