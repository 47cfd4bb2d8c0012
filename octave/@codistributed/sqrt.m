## SPDX-License-Identifier: GPL-3.0-or-later

## R = sqrt (D): of each element.

function r = sqrt (d)

  r = elementwise ("sqrt", d);

endfunction
