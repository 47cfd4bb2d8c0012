## SPDX-License-Identifier: GPL-3.0-or-later

## N = columns (D), see codistributed.

function n = columns (d)

  n = d.size(2);

endfunction
