## SPDX-License-Identifier: GPL-3.0-or-later

## R = times (A, B): of each element, where one or both are codistributed.

function r = times (a, b)

  r = elementwise ("times", a, b);

endfunction
