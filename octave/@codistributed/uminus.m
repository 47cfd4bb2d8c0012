## SPDX-License-Identifier: GPL-3.0-or-later

## R = uminus (D): of each element.

function r = uminus (d)

  r = elementwise ("uminus", d);

endfunction
