## SPDX-License-Identifier: GPL-3.0-or-later

## A = all_added (CALL, FAILURE, MINE): the sum of the arrays of doubles MINE of all processes, on the host.
##
## All processes make the same CALL, a text.  FAILURE is empty, or the error that there is instead of MINE, which becomes
## one on all processes.

function a = all_added (call, failure, mine)

  parts = __spmd_agree__ (call, failure, typecast (mine(:), "uint8"));
  a = zeros (numel (mine), 1);
  for k = 1:numel (parts)
    a += from_bytes (parts{k}, "double", false);
  endfor
  a = reshape (a, size (mine));

endfunction
