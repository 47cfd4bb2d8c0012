## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_orders (SEED, SECONDS): for so long, make random calls of what sorts, selects and collects by keys with gpuArrays,
## and compare them with the builtins.
## fuzz_orders (SEED, SECONDS, CALLS): no more than CALLS.
##
## Each call has a seed of its own, made of SEED and its number; a failing one is made again by the fuzz_orders_one ()
## that is printed with it.

function fuzz_orders (seed, seconds, calls = Inf)

  repeat_until (@fuzz_orders_one, seed, seconds, calls);

endfunction
