## SPDX-License-Identifier: GPL-3.0-or-later

## R = isinf (D): of each element.

function r = isinf (d)

  r = elementwise ("isinf", d);

endfunction
