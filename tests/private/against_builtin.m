## SPDX-License-Identifier: GPL-3.0-or-later

## Check gpuF (X, DIM, OPTIONS{:}) against F (X, DIM), as __test_rule__ has it: every output,
## and that ours fails where the builtin does.  DIM may be [], for none; KIND is
## that of sample ().  OPTIONS are ours alone and must not change the result.

function against_builtin (f, x, dim, kind, options = {})

  args = {x};
  if (! isempty (dim))
    args = [args, f.middle, {dim}];
  elseif (! isempty (options))
    args = [args, f.middle];
  endif
  nout = 1 + f.index;
  want = attempt (nout, "__test_rule__", [{f.name, plain_nan(f, x)}, args(2:end)]);
  b = [];
  if (! isempty (want) && ! is_exact (f, class (x), kind) && ! isempty (x))
    if (isempty (dim))
      dim = default_dim (f, x);
    endif
    b = bound (f, x, dim, want{1});
  endif
  expect (["gpu" f.name], [args, options], want, b, order_shows_in_zeros (f, x), nout);

endfunction
