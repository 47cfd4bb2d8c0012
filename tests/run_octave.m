## SPDX-License-Identifier: GPL-3.0-or-later

## run_octave (DIR): run the test suites on the functions in DIR, on the backend
## that GPUREDUCE_BACKEND names.
## run_octave (DIR, SUITE, ...): only those suites.
##
## A suite is a function suite_NAME.m beside this one; it counts its checks with
## tally ().  Random data come from the seed in GPUREDUCE_TEST_SEED, which is
## printed.  The last line is "N passed, N failed"; Octave exits with status 1 if
## a check failed or a suite did not run to its end.

function run_octave (dir, varargin)

  suites = varargin;
  if (isempty (suites))
    names = {dir(fullfile (fileparts (mfilename ("fullpath")), "suite_*.m")).name};
    suites = cellfun (@(name) name(7:end-2), names, "UniformOutput", false);
  endif
  addpath (canonicalize_file_name (dir));
  make_path_absolute ();
  more ("off");
  warning ("off", "Octave:shadowed-function");

  seed = str2double (getenv ("GPUREDUCE_TEST_SEED"));
  if (isnan (seed))
    seed = 42;
  endif
  printf ("Octave suites, backend %s, GPUREDUCE_TEST_SEED=%d\n", __gpureduce__ ("backend"), seed);

  backend = __gpureduce__ ("backend");
  passed = failed = 0;
  for s = 1:numel (suites)
    rand ("twister", seed);
    randn ("twister", seed);
    tally ("reset");
    gpuDevice (backend); # an earlier suite may have chosen another
    start = tic ();
    try
      feval (["suite_" suites{s}]);
    catch err
      where = err.stack(1);
      tally (false, "suite stopped: %s (%s, line %d)", err.message, where.name, where.line);
    end_try_catch
    [p, f] = tally ();
    printf ("%-14s %6d ok, %d not ok  (%.1f s)\n", suites{s}, p, f, toc (start));
    passed += p;
    failed += f;
  endfor
  printf ("%d passed, %d failed\n", passed, failed);
  fflush (stdout);
  if (failed || ! passed)
    exit (1);
  endif

endfunction
