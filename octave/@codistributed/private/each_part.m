## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = each_part (CALL, FAILURE, MINE, D): the arrays MINE of all processes, of one class and size, in their order.
##
## All processes make the same CALL, a text.  FAILURE is empty, or the error that there is instead of MINE, which becomes
## one on all processes.  The arrays are on the device if D is.

function parts = each_part (call, failure, mine, d)

  sent = gather (mine);
  if (! islogical (sent))
    sent = typecast (sent(:), "uint8");
  endif
  parts = __spmd_agree__ (call, failure, uint8 (sent(:)));
  for k = 1:numel (parts)
    parts{k} = reshape (from_bytes (parts{k}, underlyingType (mine), false), size (mine));
    if (d.on_device)
      parts{k} = gpuArray (parts{k});
    endif
  endfor

endfunction
