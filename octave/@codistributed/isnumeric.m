## SPDX-License-Identifier: GPL-3.0-or-later

## T = isnumeric (D), see codistributed.

function t = isnumeric (d)

  t = ! any (strcmp (d.class, {"logical", "char"}));

endfunction
