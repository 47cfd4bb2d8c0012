## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = exchange (BLOCKS): a cell of the bytes that each process has sent to this one; BLOCKS{k} goes to process k.  The
## processes have agreed to ask.

function parts = exchange (blocks)

  if (numel (blocks) == 1)
    parts = blocks;
  else
    parts = __spmd_ask__ ("exchange", blocks);
  endif

endfunction
