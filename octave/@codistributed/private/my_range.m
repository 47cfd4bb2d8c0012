## SPDX-License-Identifier: GPL-3.0-or-later

## [FIRST, COUNT] = my_range (PARTS): elements before the part of this process, and those in it.

function [first, count] = my_range (parts)

  number = __spmd_where__ ();
  first = sum (parts(1:number-1));
  count = parts(number);

endfunction
