## SPDX-License-Identifier: GPL-3.0-or-later

## R = single (D): of each element.

function r = single (d)

  r = elementwise ("single", d);

endfunction
