## SPDX-License-Identifier: GPL-3.0-or-later

## R = uplus (D): of each element.

function r = uplus (d)

  r = elementwise ("uplus", d);

endfunction
