## SPDX-License-Identifier: GPL-3.0-or-later

## N = numel (D), see codistributed.

function n = numel (d, varargin)

  n = prod (d.size);

endfunction
