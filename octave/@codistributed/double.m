## SPDX-License-Identifier: GPL-3.0-or-later

## R = double (D): of each element.

function r = double (d)

  r = elementwise ("double", d);

endfunction
