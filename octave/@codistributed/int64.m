## SPDX-License-Identifier: GPL-3.0-or-later

## R = int64 (D): of each element.

function r = int64 (d)

  r = elementwise ("int64", d);

endfunction
