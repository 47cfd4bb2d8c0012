## SPDX-License-Identifier: GPL-3.0-or-later

## PARTS = __spmd_agree__ (CALL, FAILURE, ARRAY): a cell of the bytes of each process's ARRAY, a column of uint8 each.
##
## All processes make the same CALL, a text.  FAILURE is empty, or an error that this process has caught; it is an error
## on all processes if one has it, or if they do not make the same call.

function parts = __spmd_agree__ (call, failure, array)

  [~, count] = __spmd_where__ ();
  if (count == 1)
    if (! isempty (failure))
      rethrow (failure);
    endif
    parts = {array};
    return;
  endif
  text = "";
  if (! isempty (failure))
    text = [failure.identifier ": " failure.message];
  endif
  parts = __spmd_ask__ ("agree", call, text, array);

endfunction
