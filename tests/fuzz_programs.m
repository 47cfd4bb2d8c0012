## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_programs (SEED, SECONDS): for so long, run random programs with gpuArrays, and the same with host arrays in their
## place, and compare all variables after each step.
## fuzz_programs (SEED, SECONDS, PROGRAMS): no more than PROGRAMS.
##
## Each program has a seed of its own, made of SEED and its number; a failing one is made again by the
## fuzz_programs_one () that is printed with it.

function fuzz_programs (seed, seconds, programs = Inf)

  repeat_until (@fuzz_programs_one, seed, seconds, programs);

endfunction
