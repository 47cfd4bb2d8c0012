## SPDX-License-Identifier: GPL-3.0-or-later

## R = int16 (D): of each element.

function r = int16 (d)

  r = elementwise ("int16", d);

endfunction
