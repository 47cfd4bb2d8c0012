## SPDX-License-Identifier: GPL-3.0-or-later

## R = uint32 (D): of each element.

function r = uint32 (d)

  r = elementwise ("uint32", d);

endfunction
