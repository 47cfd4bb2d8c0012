## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = random_parts (N): N elements for the processes, uneven, some of them none.

function parts = random_parts (n)

  count = spmdSize ();
  parts = diff ([0, sort(randi ([0, n], 1, count - 1)), n]);

endfunction
