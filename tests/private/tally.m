## SPDX-License-Identifier: GPL-3.0-or-later

## tally ("reset"): start to count.
## tally (OK, TEXT...): count one check; TEXT is a printf template and its
## arguments that say what was checked, printed if OK is false.
## [PASSED, FAILED] = tally (): the counts.
##
## Only the first failures of a suite are printed: one fault often shows in
## hundreds of checks.

function [npassed, nfailed] = tally (ok, template, varargin)

  persistent passed = 0 failed = 0;
  most = 25;

  if (nargin && ischar (ok))
    passed = failed = 0;
  elseif (nargin && ok)
    passed++;
  elseif (nargin)
    failed++;
    if (failed <= most)
      printf (["  FAILED " template "\n"], varargin{:});
    elseif (failed == most + 1)
      printf ("  (more failures follow, counted but not shown)\n");
    endif
  endif
  npassed = passed;
  nfailed = failed;

endfunction
