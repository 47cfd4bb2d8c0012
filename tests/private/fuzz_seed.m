## SPDX-License-Identifier: GPL-3.0-or-later

## The seed of random calls, from the state of the random generators, which
## run_octave () has set; another one in each of several processes that are numbered
## by GPUREDUCE_FUZZ_PROCESS.

function seed = fuzz_seed ()

  process = str2double (getenv ("GPUREDUCE_FUZZ_PROCESS"));
  if (isnan (process))
    process = 1;
  endif
  seeds = randi (4000, 1, process); # a seed times 1e6 has to be one of the generators' seeds
  seed = seeds(end);

endfunction
