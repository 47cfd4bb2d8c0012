## SPDX-License-Identifier: GPL-3.0-or-later

## R = eq (A, B): of each element, where one or both are codistributed.

function r = eq (a, b)

  r = elementwise ("eq", a, b);

endfunction
