## SPDX-License-Identifier: GPL-3.0-or-later

## R = conj (D): of each element.

function r = conj (d)

  r = elementwise ("conj", d);

endfunction
