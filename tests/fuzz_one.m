## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_one (SEED): make the random call of that seed and count whether it gives
## what the builtins give.  What a failing run of fuzz () prints is such a call.
## In half of the calls that a device takes the array is a gpuArray, and other
## arguments may be.

function fuzz_one (seed)

  rand ("twister", seed);
  randn ("twister", seed);
  c = random_call ();
  [want, b] = oracle (c);
  match = @(got, want) got;
  if (c.f.index && iscomplex (c.x) && strcmp (__gpureduce__ ("backend"), "cuda"))
    match = @match_ties;
  endif
  if (rand () < 0.5 && ! (c.host_only && strcmp (__gpureduce__ ("backend"), "cuda")))
    for k = 1:numel (c.args)
      if (k == 1 || (! ischar (c.args{k}) && rand () < 0.3))
        c.args{k} = gpuArray (c.args{k});
      endif
    endfor
    host = match;
    match = @(got, want) host (all_gathered (got), want);
  endif
  expect (["gpu" c.f.name], c.args, want, b, order_shows_in_zeros (c.f, c.x), c.nout, ...
          sprintf ("fuzz_one (%d): ", seed), match);

endfunction

## The results of a call with a gpuArray, which must be gpuArrays.
function got = all_gathered (got)

  for k = 1:numel (got)
    if (! isgpuarray (got{k}))
      error ("a result of class %s is not on the device", class (got{k}));
    endif
    got{k} = gather (got{k});
  endfor

endfunction
