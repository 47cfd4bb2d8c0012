## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = across (NAME, D, CALL): a reduction along the distributed dimension and perhaps others.
##
## Extrema are those of the first among equal elements, so the dimensions behind the distributed one wait for a second
## step; sums that saturate go element by element, so the array is brought into that order.

function [r, i] = across (name, d, call)

  wanted = nargout;
  others = 1:numel (d.size);
  others(call.dims) = [];
  if (call.dims(end) == d.dim)
    [r, i] = merged (name, wanted, d, call, others, call.dims, 0);
    return;
  endif
  after = call.dims(call.dims > d.dim & d.size(call.dims) != 1);
  if (! isempty (after) && call.native)
    d = redistributed (d, after(end), even_parts (d.size(after(end))));
    after = [];
  endif
  if (! call.index)
    after = [];
  endif
  along = call.dims(! ismember (call.dims, after));
  [r, i] = merged (name, wanted, d, call, [after, others], along, numel (after));
  if (isempty (after))
    return;
  endif
  if (call.complex && isreal (r))
    r = complex (r, zeros (size (r), underlyingType (r)));
  endif
  args = [{[], after}, call.words, {"linear"}];
  if (wanted < 2)
    r = feval (["gpu" name], r, args{:});
  elseif (isa (r, "codistributed"))
    [r, j] = feval (["gpu" name], r, args{:});
    i = pick (i, j);
  else
    [r, j] = feval (["gpu" name], r, args{:});
    i = reshape (i(j), size (j));
  endif

endfunction

## The elements of the part of I that stand at the linear indices J into the whole array.
function i = pick (i, j)

  [first, count] = my_range (i.parts);
  inner = prod (i.size(1:i.dim-1));
  at = j.local - 1;
  outer = floor (at / (inner * i.size(i.dim)));
  at = 1 + at - inner * (first + outer * (i.size(i.dim) - count));
  i = with_local (j, reshape (i.local(at), size (at)), j.dim, j.parts, j.size, false);

endfunction

## All states, merged.  The first `held` of the dimensions that are kept are not what the result is distributed along.
function [r, i] = merged (name, wanted, d, call, kept, along, held)

  [number, count] = __spmd_where__ ();
  state = failure = i = [];
  try
    [x, v] = rows_last (d, kept, along);
    state = ask ("state", call, x, [v.inner, v.len, v.first]);
  catch err
    failure = err;
    v = [];
  end_try_catch
  longer = [];
  sent = state;
  if (numel (state) > call.most_sent && count > 1)
    longer = kept(held+1:end)(d.size(kept(held+1:end)) != 1);
  endif
  is_large = ! isempty (longer);
  if (is_large)
    sent = [];
  elseif (count > 1 && isgpuarray (sent))
    sent = gather (sent);
  endif
  states = __spmd_agree__ (call.text, failure, sent);
  segments = v.inner;
  first = 0;
  if (is_large)
    ## of a gpuArray's state there are pieces, those of others, and up to three times these to merge them
    is_direct = v.inner > call.most_segments_sent && goes_direct (call.text, d, 5 * numel (state));
    if (! is_direct && isgpuarray (state))
      state = gather (state);
    endif
    unit = v.inner / d.size(longer(end));
    parts = even_parts (d.size(longer(end)));
    ends = unit * cumsum (parts);
    for k = 1:count
      states{k} = ask ("cut", call, x, [v.inner, v.len, ends(k) - unit * parts(k), unit * parts(k)], {state});
    endfor
    if (is_direct)
      states = moved (states, state);
    else
      states = exchange (states);
    endif
    segments = unit * parts(number);
    first = ends(number) - segments;
  endif
  results = cell (1, wanted);
  if (segments)
    [results{:}] = ask ("finish", call, x, [segments, v.len], states);
  else
    results(:) = {zeros(0, 1)};
    results{1} = cast (results{1}, call.class);
    if (d.on_device)
      results = cellfun (@gpuArray, results, "UniformOutput", false);
    endif
  endif
  if (wanted > 1 && call.linear)
    results{2} = linear_of (results{2}, first + (0:segments-1).', d.size, v.kept, v.along);
  endif
  dims = d.size;
  dims(v.along) = 1;
  mine = dims;
  if (is_large)
    mine(longer(end)) = parts(number);
  endif
  [~, back] = sort (v.order);
  for k = 1:wanted
    results{k} = reshape (results{k}, mine(v.order));
    if (! v.is_plain)
      results{k} = permute (results{k}, back);
    endif
    if (is_large)
      results{k} = with_local (d, results{k}, longer(end), parts, dims, k == 1 && call.complex);
    endif
  endfor
  r = results{1};
  if (wanted > 1)
    i = results{2};
  endif

endfunction
