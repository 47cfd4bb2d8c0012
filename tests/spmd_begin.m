## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_begin (): what each process says when it is asked how many there are, which it is, and for a sum over all of them;
## a line each.

function spmd_begin ()

  asked = {@() spmdSize(), @() spmdIndex(), @() gpusum(codistributed (1:3))};
  for k = 1:numel (asked)
    try
      said = sprintf ("%d", asked{k} ());
    catch err
      said = [err.identifier ": " err.message];
    end_try_catch
    puts (sprintf ("answer %d: %s\n", k, said));
  endfor
  exit (0);

endfunction
