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
    for k = 1:numel (parts)
      if (dim == d.dim)
        [at, n] = overlap (d.parts, number, parts, k);
      else
        [at, n] = deal (sum (parts(1:k-1)), parts(k));
      endif
      blocks{k} = slice (local, dim, at, n)(:);
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
    if (dim == d.dim)
      [~, dims(dim)] = overlap (d.parts, k, parts, number);
    else
      dims(d.dim) = d.parts(k);
      dims(dim) = parts(number);
    endif
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

## Where in part number P of PARTS what is also in part number Q of OTHERS begins, and how long it is.
function [at, n] = overlap (parts, p, others, q)

  before = sum (parts(1:p-1));
  begins = max (before, sum (others(1:q-1)));
  n = max (min (before + parts(p), sum (others(1:q))) - begins, 0);
  at = min (begins - before, parts(p));

endfunction
