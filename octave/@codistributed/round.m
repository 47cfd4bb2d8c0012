## SPDX-License-Identifier: GPL-3.0-or-later

## R = round (D): of each element.

function r = round (d)

  r = elementwise ("round", d);

endfunction
