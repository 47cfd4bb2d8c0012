## SPDX-License-Identifier: GPL-3.0-or-later

## T = iscomplex (D), see codistributed.

function t = iscomplex (d)

  t = d.is_complex;

endfunction
