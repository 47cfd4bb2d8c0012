## SPDX-License-Identifier: GPL-3.0-or-later

## R = int8 (D): of each element.

function r = int8 (d)

  r = elementwise ("int8", d);

endfunction
