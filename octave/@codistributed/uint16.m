## SPDX-License-Identifier: GPL-3.0-or-later

## R = uint16 (D): of each element.

function r = uint16 (d)

  r = elementwise ("uint16", d);

endfunction
