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
