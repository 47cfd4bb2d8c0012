## SPDX-License-Identifier: GPL-3.0-or-later

## CARRIER = __spmd_carrier__ (CALL, ROOM): what brings elements of gpuArrays from process to process, "NCCL" or "MPI: WHY".
##
## It is NCCL if every process has it, a CUDA device of its own, and ROOM bytes of memory left there.  All processes ask,
## and make the same CALL, a text.  Without arguments: what it was the last time, "" before.

function carrier = __spmd_carrier__ (call, room)

  persistent last = "";
  if (nargin > 0)
    last = carrier_of (__spmd_agree__ (call, [], uint8 (__spmd_ask__ ("device", room))));
  endif
  carrier = last;

endfunction

function carrier = carrier_of (said)

  said = cellfun (@(bytes) char (bytes(:).'), said, "UniformOutput", false);
  carrier = "NCCL";
  missing = find (cellfun (@(text) text(1) != "+", said), 1);
  if (! isempty (missing))
    carrier = sprintf ("MPI: process %d: %s", missing, said{missing}(2:end));
  elseif (numel (unique (said)) < numel (said))
    carrier = "MPI: processes share a device";
  endif

endfunction
