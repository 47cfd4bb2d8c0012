## SPDX-License-Identifier: GPL-3.0-or-later

## R = or (A, B): of each element, where one or both are codistributed.

function r = or (a, b)

  r = elementwise ("or", a, b);

endfunction
