## SPDX-License-Identifier: GPL-3.0-or-later

## R = not (D): of each element.

function r = not (d)

  r = elementwise ("not", d);

endfunction
