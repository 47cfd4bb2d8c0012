## SPDX-License-Identifier: GPL-3.0-or-later

## R = exp (D): of each element.

function r = exp (d)

  r = elementwise ("exp", d);

endfunction
