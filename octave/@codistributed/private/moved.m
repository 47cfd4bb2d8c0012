## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = moved (BLOCKS, LIKE): exchange of gpuArrays by NCCL, columns of the type of LIKE.  goes_direct has said so.

function parts = moved (blocks, like)

  parts = __spmd_ask__ ("move", blocks, like);

endfunction
