## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = moved (BLOCKS, LIKE): exchange of gpuArrays by NCCL, columns of the type of LIKE.  goes_direct has said so.

function parts = moved (blocks, like)

  try
    parts = __spmd__ ("move", blocks, like);
  catch err
    error (as_of_caller ("", err));
  end_try_catch

endfunction
