## SPDX-License-Identifier: GPL-3.0-or-later

## A = all_added (CALL, FAILURE, MINE): the sum of the arrays of doubles MINE of all processes, on the host.
##
## All processes make the same CALL, a text.  FAILURE is empty, or the error that there is instead of MINE, which becomes
## one on all processes.

function a = all_added (call, failure, mine)

  parts = __spmd_agree__ (call, failure, typecast (mine(:), "uint8"));
  parts = cellfun (@(p) from_bytes (p, "double", false), parts, "UniformOutput", false);
  a = reshape (sum (horzcat (parts{:}), 2), size (mine));

endfunction
