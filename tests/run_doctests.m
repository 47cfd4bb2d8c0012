## SPDX-License-Identifier: GPL-3.0-or-later

## run_doctests (): run the examples of all help texts by the package doctest.
##
## Every function must have an example with a result that doctest compares.  The last
## line is "N passed, N failed"; Octave exits with status 1 if one failed or the
## package is not there.

function run_doctests ()

  pkg ("load", "doctest");
  make_path_absolute ();
  cleanup = scratch_folder ();
  passed = failed = 0;
  for name = public_functions ()
    [good, all, summary] = doctest (name{1});
    wrong = all - good + summary.num_targets_with_extraction_errors;
    if (all == 0)
      printf ("%s: doctest finds no example with a result in the help text\n", name{1});
      wrong++;
    elseif (wrong > 0)
      doctest (name{1}); # which says what is wrong
    endif
    passed += good;
    failed += wrong;
  endfor
  printf ("%d passed, %d failed\n", passed, failed);
  clear ("cleanup");
  exit (failed > 0 || passed == 0);

endfunction
