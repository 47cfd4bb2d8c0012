## SPDX-License-Identifier: GPL-3.0-or-later

## M = largest_modulus (A, DIM, NANFLAG): what max (abs (A), [], DIM) gives, with a nanflag of gpumax.
## Two passes over real elements make no copy of them.

function m = largest_modulus (A, dim, nanflag)

  if (iscomplex (A))
    m = gpumax (abs (A), [], dim, nanflag);
  else
    m = abs (max (gpumax (A, [], dim, nanflag), -gpumin (A, [], dim, nanflag)));
  endif

endfunction
