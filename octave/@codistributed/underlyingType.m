## SPDX-License-Identifier: GPL-3.0-or-later

## NAME = underlyingType (D), see codistributed.

function name = underlyingType (d)

  name = d.class;

endfunction
