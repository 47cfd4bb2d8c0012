## SPDX-License-Identifier: GPL-3.0-or-later

## D = redistributed (D, DIM, PARTS): the same array with parts along another dimension.  Elements of gpuArrays go
## from device to device if they can, and else by way of the host, as others do.

function d = redistributed (d, dim, parts)

  number = __spmd_where__ ();
  text = sprintf ("parts of a %s array of %s from dimension %d to %d", d.class, size_text (d.size), d.dim, dim);
  blocks = cell (1, numel (parts));
  ## of the new part there are pieces and the whole, and of the old one pieces
  room = prod (d.size) * element_bytes (d) * (2 * parts(number) / sum (parts) + d.parts(number) / sum (d.parts));
  is_direct = goes_direct (text, d, ceil (max (room, 0)));
  failure = [];
  try
    if (is_direct)
      local = local_of (d);
    else
      local = host_part (d);
    endif
    ends = cumsum (parts);
    for k = 1:numel (parts)
      blocks{k} = slice (local, dim, ends(k) - parts(k), parts(k))(:);
      if (d.is_complex && ! is_direct && isreal (blocks{k}))
        blocks{k} = complex (blocks{k}, zeros (size (blocks{k}), d.class));
      endif
    endfor
  catch err
    failure = err;
  end_try_catch
  __spmd_agree__ (text, failure, []);
  if (is_direct)
    got = moved (blocks, local);
  else
    got = exchange (blocks);
  endif
  blocks = local = [];
  for k = 1:numel (parts)
    dims = d.size;
    dims(d.dim) = d.parts(k);
    dims(dim) = parts(number);
    if (! is_direct)
      got{k} = from_bytes (got{k}, d.class, d.is_complex);
    endif
    got{k} = reshape (got{k}, dims);
  endfor
  local = cat (d.dim, got{:});
  if (d.on_device && ! is_direct)
    local = gpuArray (local);
  endif
  d = with_local (d, local, dim, parts, d.size, d.is_complex);

endfunction
