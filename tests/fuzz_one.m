## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_one (SEED): make the random call of that seed and count whether it gives
## what the builtins give.  What a failing run of fuzz () prints is such a call.

function fuzz_one (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  c = random_call ();
  [want, b] = oracle (c);
  settle = {};
  if (c.f.index && iscomplex (c.x) && strcmp (__gpureduce__ ("backend"), "cuda"))
    settle = {@settle_ties};
  endif
  expect (["gpu" c.f.name], c.args, want, b, order_shows_in_zeros (c.f, c.x), c.nout, ...
          sprintf ("fuzz_one (%d): ", seed), settle{:});

endfunction
