## SPDX-License-Identifier: GPL-3.0-or-later

## R = ge (A, B): of each element, where one or both are codistributed.

function r = ge (a, b)

  r = elementwise ("ge", a, b);

endfunction
