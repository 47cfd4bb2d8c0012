## SPDX-License-Identifier: GPL-3.0-or-later

## T = isfloat (D), see codistributed.

function t = isfloat (d)

  t = any (strcmp (d.class, {"double", "single"}));

endfunction
