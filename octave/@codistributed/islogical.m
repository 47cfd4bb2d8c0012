## SPDX-License-Identifier: GPL-3.0-or-later

## T = islogical (D), see codistributed.

function t = islogical (d)

  t = strcmp (d.class, "logical");

endfunction
