## SPDX-License-Identifier: GPL-3.0-or-later

## R = mtimes (A, B): with a number; the matrix operation is refused.

function r = mtimes (a, b)

  if (! (isscalar (a) || isscalar (b)))
    refuse ("mtimes");
  endif
  r = elementwise ("times", false, a, b);

endfunction
