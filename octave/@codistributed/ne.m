## SPDX-License-Identifier: GPL-3.0-or-later

## R = ne (A, B): of each element, where one or both are codistributed.

function r = ne (a, b)

  r = elementwise ("ne", a, b);

endfunction
