## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = even_parts (N): how many of N elements each process gets, as equal as can be.

function parts = even_parts (n)

  [~, count] = __spmd_where__ ();
  parts = diff (floor (n * (0:count) / count));

endfunction
