## SPDX-License-Identifier: GPL-3.0-or-later

## R = ceil (D): of each element.

function r = ceil (d)

  r = elementwise ("ceil", d);

endfunction
