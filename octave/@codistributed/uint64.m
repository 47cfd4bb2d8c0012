## SPDX-License-Identifier: GPL-3.0-or-later

## R = uint64 (D): of each element.

function r = uint64 (d)

  r = elementwise ("uint64", d);

endfunction
