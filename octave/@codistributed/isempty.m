## SPDX-License-Identifier: GPL-3.0-or-later

## T = isempty (D), see codistributed.

function t = isempty (d)

  t = any (d.size == 0);

endfunction
