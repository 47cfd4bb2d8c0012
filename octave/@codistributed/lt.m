## SPDX-License-Identifier: GPL-3.0-or-later

## R = lt (A, B): of each element, where one or both are codistributed.

function r = lt (a, b)

  r = elementwise ("lt", a, b);

endfunction
