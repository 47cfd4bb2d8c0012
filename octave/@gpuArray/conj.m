## SPDX-License-Identifier: GPL-3.0-or-later

## Z = conj (D): complex conjugates.

function z = conj (d)

  z = __gpuarray__ ("conj", d);

endfunction
