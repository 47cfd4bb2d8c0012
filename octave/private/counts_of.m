## SPDX-License-Identifier: GPL-3.0-or-later

## N = counts_of (CALLER, PLACES, COUNT, DIM): for each segment of PLACES, a gpuArray, along dimension DIM how many of its
## elements are 1, 2, and so on up to COUNT.  Others are left out.

function n = counts_of (caller, places, count, dim)

  n = __gpuarray__ ("histogram", caller, cast (1:count, underlyingType (places)), places, dim);

endfunction
