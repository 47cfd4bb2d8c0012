## SPDX-License-Identifier: GPL-3.0-or-later

## [R, I] = across (NAME, D, WHOLE): a reduction along the distributed dimension and perhaps others.
##
## Extrema are those of the first among equal elements, so the dimensions behind the distributed one wait for a second
## step; sums that saturate go element by element, so the array is brought into that order.

function [r, i] = across (name, d, whole)

  wanted = nargout;
  others = 1:numel (d.size);
  others(whole.dims) = [];
  if (whole.dims(end) == d.dim)
    [r, i] = merged (name, wanted, d, whole, others, whole.dims, 0);
    return;
  endif
  after = whole.dims(whole.dims > d.dim & d.size(whole.dims) != 1);
  if (! isempty (after) && any (strcmp (whole.words, "native")))
    d = redistributed (d, after(end), even_parts (d.size(after(end))));
    after = [];
  endif
  if (! whole.index)
    after = [];
  endif
  along = whole.dims(! ismember (whole.dims, after));
  [r, i] = merged (name, wanted, d, whole, [after, others], along, numel (after));
  if (isempty (after))
    return;
  endif
  if (whole.complex && isreal (r))
    r = complex (r, zeros (size (r), underlyingType (r)));
  endif
  args = [{[], after}, whole.words, {"linear"}];
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
function [r, i] = merged (name, wanted, d, whole, kept, along, held)

  [number, count] = __spmd_where__ ();
  args = [between(name, whole), {2}, whole.words];
  state = failure = i = [];
  try
    [x, v] = rows_last (d, kept, along);
    state = ask ("state", x, name, wanted, [v.inner, v.len, v.first], type_of (d), {}, args);
  catch err
    failure = err;
    v = [];
  end_try_catch
  longer = [];
  sent = state;
  if (numel (state) > whole.most_sent && count > 1)
    longer = kept(held+1:end)(d.size(kept(held+1:end)) != 1);
  endif
  is_large = ! isempty (longer);
  if (is_large)
    sent = [];
  elseif (count > 1 && isgpuarray (sent))
    sent = gather (sent);
  endif
  text = "";
  if (count > 1)
    text = call_text (name, wanted, d, whole);
  endif
  states = __spmd_agree__ (text, failure, sent);
  segments = v.inner;
  first = 0;
  if (is_large)
    ## of a gpuArray's state there are pieces, those of others, and up to three times these to merge them
    is_direct = v.inner > whole.most_segments_sent && goes_direct (text, d, 5 * numel (state));
    if (! is_direct && isgpuarray (state))
      state = gather (state);
    endif
    unit = v.inner / d.size(longer(end));
    parts = even_parts (d.size(longer(end)));
    ends = unit * cumsum (parts);
    for k = 1:count
      states{k} = ask ("cut", x, name, wanted, [v.inner, v.len, ends(k) - unit * parts(k), unit * parts(k)], ...
                       type_of (d), {state}, args);
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
    [results{:}] = ask ("finish", x, name, wanted, [segments, v.len], type_of (d), states, args);
  else
    results(:) = {zeros(0, 1)};
    results{1} = cast (results{1}, whole.class);
    if (d.on_device)
      results = cellfun (@gpuArray, results, "UniformOutput", false);
    endif
  endif
  if (wanted > 1 && whole.linear)
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
      results{k} = with_local (d, results{k}, longer(end), parts, dims, k == 1 && whole.complex);
    endif
  endfor
  r = results{1};
  if (wanted > 1)
    i = results{2};
  endif

endfunction
