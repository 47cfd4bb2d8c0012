## SPDX-License-Identifier: GPL-3.0-or-later

## R = floor (D): of each element.

function r = floor (d)

  r = elementwise ("floor", d);

endfunction
