## SPDX-License-Identifier: GPL-3.0-or-later

## CARRIER = __spmd_carrier__ (CALL, ROOM): what brings elements of gpuArrays from process to process, "NCCL" or "MPI: WHY".
##
## It is NCCL if every process has it, a CUDA device of its own, and ROOM bytes of memory left there.  All processes ask,
## and make the same CALL, a text.  Without arguments: what it was the last time, "" before.

function carrier = __spmd_carrier__ (varargin)

  carrier = "";
  [~, count] = __spmd_where__ ();
  if (count > 1)
    carrier = __spmd_ask__ ("carrier", varargin{:});
  endif

endfunction
