## SPDX-License-Identifier: GPL-3.0-or-later

## R = isnan (D): of each element.

function r = isnan (d)

  r = elementwise ("isnan", d);

endfunction
