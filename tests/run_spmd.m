## SPDX-License-Identifier: GPL-3.0-or-later

## run_spmd (DIR): suite_spmd on the functions in DIR, in one of several processes.  Failures of all processes count; the
## first one prints "N passed, N failed".

function run_spmd (dir)

  addpath (canonicalize_file_name (dir));
  make_path_absolute ();
  more ("off");
  warning ("off", "Octave:shadowed-function");
  seed = str2double (getenv ("GPUREDUCE_TEST_SEED"));
  if (isnan (seed))
    seed = 42;
  endif
  rand ("twister", seed);
  randn ("twister", seed);
  start = tic ();
  stopped = 0;
  try
    suite_spmd ();
  catch err
    stopped = 1;
    printf ("process %d: suite stopped: %s (%s, line %d)\n", spmdIndex (), err.message, err.stack(1).name, err.stack(1).line);
  end_try_catch
  [passed, failed] = tally ();
  all_failed = sum (gather (codistributed (failed + stopped)));
  if (spmdIndex () == 1)
    [n, carrier] = spmdSize ();
    printf ("%d processes, backend %s, %s, %.1f s\n", n, __gpureduce__ ("backend"), carrier, toc (start));
    printf ("%d passed, %d failed\n", passed, all_failed);
  endif
  exit (0); # a status would end the others before they have printed

endfunction
