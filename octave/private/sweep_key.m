## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = sweep_key (P)
##
## What tells a point of a sweep from all others: the words with which its row begins.

function text = sweep_key (p)

  text = sprintf ("%s %s %d %s %d %s", p.function, p.algorithm, p.block, sweep_size (p.size), p.dim, p.class);

endfunction
