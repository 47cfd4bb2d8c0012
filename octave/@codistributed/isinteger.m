## SPDX-License-Identifier: GPL-3.0-or-later

## T = isinteger (D), see codistributed.

function t = isinteger (d)

  t = ! isempty (strfind (d.class, "int"));

endfunction
