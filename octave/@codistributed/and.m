## SPDX-License-Identifier: GPL-3.0-or-later

## R = and (A, B): of each element, where one or both are codistributed.

function r = and (a, b)

  r = elementwise ("and", a, b);

endfunction
