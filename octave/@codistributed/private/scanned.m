## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = scanned (NAME, D, CALL): a scan along the distributed dimension and perhaps others.
##
## Each process sends what its part comes to, and scans it from what stands before it.

function [r, i] = scanned (name, d, call)

  wanted = nargout;
  after = call.dims(call.dims > d.dim & d.size(call.dims) != 1);
  if (! isempty (after))
    d = redistributed (d, after(end), even_parts (d.size(after(end))));
  endif
  [number, count] = __spmd_where__ ();
  kept = 1:numel (d.size);
  kept(call.dims) = [];
  before = 1:number-1;
  last = count;
  if (call.reverse)
    before = count:-1:number+1;
    last = 1;
  endif
  state = failure = [];
  try
    [x, v] = rows_last (d, kept, call.dims);
    if (number != last) # whose state no one needs
      state = ask ("state", call, x, [v.inner, v.len, v.first]);
    endif
  catch err
    failure = err;
  end_try_catch
  sent = state;
  is_large = count > 1 && d.on_device && prod (d.size(kept)) > call.most_segments_sent;
  if (is_large)
    sent = [];
  endif
  states = __spmd_agree__ (call.text, failure, sent);
  if (is_large)
    states = sent_on_devices (call.text, d, state, call.largest_accumulator * v.inner, last);
  endif
  results = cell (1, wanted);
  [results{:}] = ask ("scan", call, x, [v.inner, v.len, v.first], states(before));
  if (wanted > 1 && call.linear)
    results{2} = linear_of (results{2}, (0:v.inner-1).', d.size, v.kept, v.along);
  endif
  ## what was scanned stands along the first of its dimensions
  to = call.dims(1);
  each = v.len / d.size(d.dim);
  dims = d.size;
  dims(call.dims) = 1;
  dims(to) = v.len;
  mine = dims;
  mine(to) = columns (x);
  order = [v.kept, call.dims];
  [~, back] = sort (order);
  for k = 1:wanted
    local = permute (reshape (results{k}, mine(order)), back);
    results{k} = with_local (d, local, to, d.parts * each, dims, k == 1 && call.complex);
  endfor
  r = results{1};
  if (wanted > 1)
    i = results{2};
  endif

endfunction

## States of many segments, which stay on the devices if they can.  LARGEST is more than the bytes of one.
function states = sent_on_devices (text, d, state, largest, last)

  [number, count] = __spmd_where__ ();
  states = cell (1, count);
  if (! goes_direct (text, d, 5 * count * largest))
    if (isgpuarray (state))
      state = gather (state);
    endif
    states = __spmd_agree__ (text, [], state);
    return;
  endif
  if (last == count)
    states(number+1:end) = {state};
  else
    states(1:number-1) = {state};
  endif
  states = moved (states, gpuArray (uint8 (0)));

endfunction
