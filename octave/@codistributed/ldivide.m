## SPDX-License-Identifier: GPL-3.0-or-later

## R = ldivide (A, B): of each element, where one or both are codistributed.

function r = ldivide (a, b)

  r = elementwise ("ldivide", a, b);

endfunction
