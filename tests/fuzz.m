## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz (SEED, SECONDS): for so long, make random calls of all functions, of all
## classes, shapes, options and algorithms, and compare them with the builtins.
## fuzz (SEED, SECONDS, CALLS): no more than CALLS.
##
## Each call has a seed of its own, made of SEED and its number; a failing one is
## made again by the fuzz_one () that is printed with it.

function fuzz (seed, seconds, calls = Inf)

  repeat_until (@fuzz_one, seed, seconds, calls);

endfunction
