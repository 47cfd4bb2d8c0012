## SPDX-License-Identifier: GPL-3.0-or-later

## A = gathered_on_device (CALL, D, ROOT): the whole array as a gpuArray of process ROOT, and [] on others; 0: of all.
## goes_direct has said that it can, in the same CALL.

function a = gathered_on_device (call, d, root)

  [number, count] = __spmd_where__ ();
  local = failure = [];
  try
    local = local_of (d);
  catch err
    failure = err;
  end_try_catch
  __spmd_agree__ (call, failure, []);
  blocks = cell (1, count);
  if (root)
    blocks{root} = local;
  else
    blocks(:) = {local};
  endif
  parts = moved (blocks, local);
  a = [];
  if (! root || root == number)
    for k = 1:count
      dims = d.size;
      dims(d.dim) = d.parts(k);
      parts{k} = reshape (parts{k}, dims);
    endfor
    a = cat (d.dim, parts{:});
  endif

endfunction
