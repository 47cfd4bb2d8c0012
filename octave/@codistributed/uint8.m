## SPDX-License-Identifier: GPL-3.0-or-later

## R = uint8 (D): of each element.

function r = uint8 (d)

  r = elementwise ("uint8", d);

endfunction
