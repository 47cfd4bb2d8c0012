## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_calls (SEED, SECONDS): for so long, make random calls most of which are wrong;
## each has to succeed or to raise one of the known errors, and to leave the session
## usable and nothing behind.
## fuzz_calls (SEED, SECONDS, CALLS): no more than CALLS.
##
## Each call has a seed of its own, made of SEED and its number; a failing one is
## made again by the fuzz_calls_one () that is printed with it.

function fuzz_calls (seed, seconds, calls = Inf)

  makeinfo_program ("true", "local"); # one call in four prints its usage, which takes makeinfo long
  repeat_until (@fuzz_calls_one, seed, seconds, calls);

endfunction
