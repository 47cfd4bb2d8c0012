## SPDX-License-Identifier: GPL-3.0-or-later

## R = real (D): of each element.

function r = real (d)

  r = elementwise ("real", d);

endfunction
