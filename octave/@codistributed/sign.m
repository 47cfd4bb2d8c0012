## SPDX-License-Identifier: GPL-3.0-or-later

## R = sign (D): of each element.

function r = sign (d)

  r = elementwise ("sign", d);

endfunction
