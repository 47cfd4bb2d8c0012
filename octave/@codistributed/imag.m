## SPDX-License-Identifier: GPL-3.0-or-later

## R = imag (D): of each element.

function r = imag (d)

  r = elementwise ("imag", d);

endfunction
