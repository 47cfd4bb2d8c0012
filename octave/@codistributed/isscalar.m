## SPDX-License-Identifier: GPL-3.0-or-later

## T = isscalar (D), see codistributed.

function t = isscalar (d)

  t = prod (d.size) == 1 && numel (d.size) == 2;

endfunction
