## SPDX-License-Identifier: GPL-3.0-or-later

## R = fix (D): of each element.

function r = fix (d)

  r = elementwise ("fix", d);

endfunction
