## SPDX-License-Identifier: GPL-3.0-or-later

## N = length (D), see codistributed.

function n = length (d)

  n = max (d.size) * all (d.size != 0);

endfunction
