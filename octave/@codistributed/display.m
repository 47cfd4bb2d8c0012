## SPDX-License-Identifier: GPL-3.0-or-later

## display (D): its name, and what it is, by process 1.

function display (d)

  if (__spmd_where__ () == 1)
    puts ([inputname(1) " = " disp(d)]);
  endif

endfunction
