## SPDX-License-Identifier: GPL-3.0-or-later

## R = minus (A, B): of each element, where one or both are codistributed.

function r = minus (a, b)

  r = elementwise ("minus", a, b);

endfunction
