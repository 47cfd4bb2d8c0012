## SPDX-License-Identifier: GPL-3.0-or-later

## R = plus (A, B): of each element, where one or both are codistributed.

function r = plus (a, b)

  r = elementwise ("plus", a, b);

endfunction
