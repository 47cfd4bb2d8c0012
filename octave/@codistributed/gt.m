## SPDX-License-Identifier: GPL-3.0-or-later

## R = gt (A, B): of each element, where one or both are codistributed.

function r = gt (a, b)

  r = elementwise ("gt", a, b);

endfunction
