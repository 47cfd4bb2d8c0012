## SPDX-License-Identifier: GPL-3.0-or-later

## R = power (A, B): of each element, where one or both are codistributed.

function r = power (a, b)

  r = elementwise ("power", a, b);

endfunction
