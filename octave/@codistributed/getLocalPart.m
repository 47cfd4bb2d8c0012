## SPDX-License-Identifier: GPL-3.0-or-later

## A = getLocalPart (D), see codistributed.

function a = getLocalPart (d)

  a = local_of (d);

endfunction
