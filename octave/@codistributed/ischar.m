## SPDX-License-Identifier: GPL-3.0-or-later

## T = ischar (D), see codistributed.

function t = ischar (d)

  t = strcmp (d.class, "char");

endfunction
