## SPDX-License-Identifier: GPL-3.0-or-later

## A = __gpureduce_fill__ (A, WHERE, X): of each process's parts, which are distributed alike.

function a = __gpureduce_fill__ (a, where, x)

  if (isa (x, "codistributed"))
    x = x.local;
  endif
  a.local = __gpureduce_fill__ (a.local, where.local, x);

endfunction
