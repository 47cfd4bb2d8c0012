## SPDX-License-Identifier: GPL-3.0-or-later

## ARGS = without_algorithm (ARGS): what follows the array in a call, without an algorithm by name, which is for single
## parts.

function args = without_algorithm (args)

  persistent names = [{gpualgos().name}, [gpualgos().aliases]];
  at = find (cellfun (@(a) ischar (a) && isrow (a) && any (strcmpi (a, names)), args));
  block = find (cellfun (@(a) ischar (a) && isrow (a) && strcmpi (a, "block"), args));
  block(block == numel (args)) = [];
  args([at, block, block + 1]) = [];
  if (numel (args) == 1 && isequal (args{1}, []))
    args = {}; # of max (A, [])
  endif

endfunction
