## SPDX-License-Identifier: GPL-3.0-or-later

## R = rdivide (A, B): of each element, where one or both are codistributed.

function r = rdivide (a, b)

  r = elementwise ("rdivide", a, b);

endfunction
