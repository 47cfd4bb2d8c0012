## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = scanned (NAME, D, WHOLE): a scan along the distributed dimension and perhaps others.
##
## Each process sends what its part comes to, and scans it from what stands before it.

function [r, i] = scanned (name, d, whole)

  wanted = nargout;
  after = whole.dims(whole.dims > d.dim & d.size(whole.dims) != 1);
  if (! isempty (after))
    d = redistributed (d, after(end), even_parts (d.size(after(end))));
  endif
  [number, count] = __spmd_where__ ();
  kept = 1:numel (d.size);
  kept(whole.dims) = [];
  before = 1:number-1;
  last = count;
  if (any (strcmp (whole.words, "reverse")))
    before = count:-1:number+1;
    last = 1;
  endif
  args = [{2}, whole.words];
  state = failure = [];
  try
    [x, v] = rows_last (d, kept, whole.dims);
    if (number != last) # whose state no one needs
      state = ask ("state", x, name, wanted, [v.inner, v.len, v.first], type_of (d), {}, args);
    endif
  catch err
    failure = err;
  end_try_catch
  text = call_text (name, wanted, d, whole);
  sent = state;
  is_large = count > 1 && d.on_device && prod (d.size(kept)) > whole.most_segments_sent;
  if (is_large)
    sent = [];
  endif
  states = __spmd_agree__ (text, failure, sent);
  if (is_large)
    states = sent_on_devices (text, d, state, 64 * v.inner, last);
  endif
  results = cell (1, wanted);
  [results{:}] = ask ("scan", x, name, wanted, [v.inner, v.len, v.first], type_of (d), states(before), args);
  if (wanted > 1 && whole.linear)
    results{2} = linear_of (results{2}, (0:v.inner-1).', d.size, v.kept, v.along);
  endif
  ## what was scanned stands along the first of its dimensions
  to = whole.dims(1);
  each = v.len / d.size(d.dim);
  dims = d.size;
  dims(whole.dims) = 1;
  dims(to) = v.len;
  mine = dims;
  mine(to) = columns (x);
  order = [v.kept, whole.dims];
  [~, back] = sort (order);
  for k = 1:wanted
    local = permute (reshape (results{k}, mine(order)), back);
    results{k} = with_local (d, local, to, d.parts * each, dims, k == 1 && whole.complex);
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
