## SPDX-License-Identifier: GPL-3.0-or-later

## N = rows (D), see codistributed.

function n = rows (d)

  n = d.size(1);

endfunction
