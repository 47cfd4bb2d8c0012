## SPDX-License-Identifier: GPL-3.0-or-later

## Check the call C, as random_call () has it, of an array that is spread along a dimension, in half of the calls as
## gpuArrays.  FRONT goes before the text of a failure.

function spmd_call (c, along, front)

  on_device = rand () < 0.5;
  parts = random_parts (size (c.x, along));
  if (isa (c.x, "range")) # which has no elements
    c.x = [c.x];
  endif
  if (c.f.scan && numel (c.over) > 1) # the builtins have none
    want = attempt (c.nout, ["gpu" c.f.name], c.args);
    b = [];
    if (! isempty (want) && ! strcmp (c.f.family, "order"))
      b = 1e-6 * abs (finite (double (want{1})));
    endif
  else
    [want, b] = oracle (c);
  endif
  c.args{1} = spread (c.x, along, parts, on_device);
  match = @gathered;
  if (c.f.index && iscomplex (c.x) && strcmp (__gpureduce__ ("backend"), "cuda"))
    match = @(got, want) match_ties (gathered (got, want), want);
  endif
  front = sprintf ("%sof %d processes, parts of%s along %d, %d on device: ", front, spmdSize (), ...
                   sprintf (" %d", parts), along, on_device);
  ## Octave takes a part for real that has no imaginary parts, and their signs with it
  any_zero = order_shows_in_zeros (c.f, c.x) || iscomplex (c.x);
  try
    expect (["gpu" c.f.name], c.args, want, b, any_zero, c.nout, front, match);
  catch err
    judge (["not gathered: " err.message], ["gpu" c.f.name], c.args, front);
  end_try_catch

endfunction

function got = gathered (got, want)

  if (! isempty (got))
    got = cellfun (@gather, got, "UniformOutput", false);
  endif

endfunction
