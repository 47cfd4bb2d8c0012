## SPDX-License-Identifier: GPL-3.0-or-later

## R = le (A, B): of each element, where one or both are codistributed.

function r = le (a, b)

  r = elementwise ("le", a, b);

endfunction
