## SPDX-License-Identifier: GPL-3.0-or-later

## Y = changed_colors (NAME, SAYS, X): what Octave's own function NAME, which calls its argument SAYS, makes of the colors
## of X, a colormap or an image as color_rows () has them.

function y = changed_colors (name, says, x)

  [rows, sizes] = color_rows (name, says, x);
  y = builtin (name, rows);
  if (! isempty (sizes))
    y = permute (reshape (y, [sizes(1:2), size(x, 4), 3]), [1 2 4 3]);
  endif

endfunction
