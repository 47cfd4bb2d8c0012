## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_one (SEED): the random call of that seed, of an array that is spread over the processes along a random dimension.

function spmd_one (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  c = random_call ();
  along = randi (ndims (c.x));
  c.args = [c.args(1), without_algorithm(c.args(2:end))];
  spmd_call (c, along, sprintf ("spmd_one (%d): ", seed));

endfunction

## Algorithms by name are for single parts.
function args = without_algorithm (args)

  persistent names = [{gpualgos().name}, [gpualgos().aliases]];
  at = find (cellfun (@(a) ischar (a) && any (strcmp (a, names)), args));
  block = find (cellfun (@(a) ischar (a) && strcmp (a, "block"), args));
  args([at, block, block + 1]) = [];
  if (numel (args) == 1 && isequal (args{1}, []))
    args = {}; # of max (A, [])
  endif

endfunction
