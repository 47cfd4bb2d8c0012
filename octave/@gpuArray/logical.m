## SPDX-License-Identifier: GPL-3.0-or-later

## L = logical (D): elements that are not 0; an error for NaN.

function l = logical (d)

  l = __gpuarray__ ("logical", d);

endfunction
