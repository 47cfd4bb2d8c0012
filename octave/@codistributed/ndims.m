## SPDX-License-Identifier: GPL-3.0-or-later

## N = ndims (D), see codistributed.

function n = ndims (d)

  n = numel (d.size);

endfunction
