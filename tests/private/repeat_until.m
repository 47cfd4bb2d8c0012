## SPDX-License-Identifier: GPL-3.0-or-later

## Call CHECK (N) for N = SEED * 1e6 + 1, + 2, ..., for SECONDS or CALLS times.

function repeat_until (check, seed, seconds, calls)

  printf ("%s, seed %d\n", func2str (check), seed);
  fflush (stdout);
  start = tic ();
  k = 0;
  while (k < calls && toc (start) < seconds)
    check (seed * 1e6 + ++k);
  endwhile
  printf ("%d calls\n", k);

endfunction
