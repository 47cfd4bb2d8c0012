## SPDX-License-Identifier: GPL-3.0-or-later

## C = picked (X, AT, BY_ROWS): elements or rows of X.

function c = picked (x, at, by_rows)

  if (by_rows)
    c = x(at,:);
  else
    c = x(at);
  endif

endfunction
