## SPDX-License-Identifier: GPL-3.0-or-later

## R = log (D): of each element.

function r = log (d)

  r = elementwise ("log", d);

endfunction
