## SPDX-License-Identifier: GPL-3.0-or-later

## R = isfinite (D): of each element.

function r = isfinite (d)

  r = elementwise ("isfinite", d);

endfunction
