## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_shown (): what each process shows of an array that all have a part of.

function spmd_shown ()

  gpusum (1:3); # says where it runs
  D = codistributed (1:3)
  disp (D);
  puts (disp (D));
  exit (0);

endfunction
