## SPDX-License-Identifier: GPL-3.0-or-later

## TAKEN = take_results (NAME, RESULTS, COUNT)
##
## As many of a cell of results as are asked for, one at the least.

function taken = take_results (name, results, count)

  count = max (count, 1);
  if (count > numel (results))
    error ("gpureduce:badArgument", "%s: there are %d results, and %d are asked for", name, numel (results), count);
  endif
  taken = results(1:count);

endfunction
