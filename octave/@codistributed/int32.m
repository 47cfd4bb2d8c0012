## SPDX-License-Identifier: GPL-3.0-or-later

## R = int32 (D): of each element.

function r = int32 (d)

  r = elementwise ("int32", d);

endfunction
