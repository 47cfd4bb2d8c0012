## SPDX-License-Identifier: GPL-3.0-or-later

## R = abs (D): of each element.

function r = abs (d)

  r = elementwise ("abs", d);

endfunction
