## SPDX-License-Identifier: GPL-3.0-or-later

## D = redistributed (D, DIM, PARTS): the same array with parts along another dimension.  Elements travel through the
## host.

function d = redistributed (d, dim, parts)

  number = __spmd_where__ ();
  text = sprintf ("parts of a %s array of %s from dimension %d to %d", d.class, size_text (d.size), d.dim, dim);
  blocks = cell (1, numel (parts));
  failure = [];
  try
    local = host_part (d);
    ends = cumsum (parts);
    for k = 1:numel (parts)
      blocks{k} = slice (local, dim, ends(k) - parts(k), parts(k))(:);
      if (d.is_complex && isreal (blocks{k}))
        blocks{k} = complex (blocks{k}, zeros (size (blocks{k}), d.class));
      endif
    endfor
  catch err
    failure = err;
  end_try_catch
  __spmd_agree__ (text, failure, []);
  got = exchange (blocks);
  for k = 1:numel (parts)
    dims = d.size;
    dims(d.dim) = d.parts(k);
    dims(dim) = parts(number);
    got{k} = reshape (from_bytes (got{k}, d.class, d.is_complex), dims);
  endfor
  local = cat (d.dim, got{:});
  if (d.on_device)
    local = gpuArray (local);
  endif
  d = with_local (d, local, dim, parts, d.size, d.is_complex);

endfunction
