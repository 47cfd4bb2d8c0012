## SPDX-License-Identifier: GPL-3.0-or-later

## display (D): its name, and what it is.

function display (d)

  printf ("%s = %s", inputname (1), disp (d));

endfunction
