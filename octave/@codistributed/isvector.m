## SPDX-License-Identifier: GPL-3.0-or-later

## T = isvector (D), see codistributed.

function t = isvector (d)

  t = numel (d.size) == 2 && any (d.size == 1) && all (d.size >= 1);

endfunction
