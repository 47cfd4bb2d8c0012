## SPDX-License-Identifier: GPL-3.0-or-later

## T = are_rows (A, B, LEGACY): is what a function makes of two sets a row?

function t = are_rows (a, b, legacy)

  if (legacy)
    t = ! iscolumn (a) || ! iscolumn (b);
  else
    t = isrow (a) && isrow (b);
  endif

endfunction
