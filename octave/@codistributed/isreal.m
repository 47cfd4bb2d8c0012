## SPDX-License-Identifier: GPL-3.0-or-later

## T = isreal (D), see codistributed.

function t = isreal (d)

  t = ! d.is_complex;

endfunction
