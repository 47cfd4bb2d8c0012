## SPDX-License-Identifier: GPL-3.0-or-later

## A = gather (D): the whole array on the host of every process; A = gather (D, ROOT): on process ROOT, and [] on others.
## [A, B, ...] = gather (D, E, ...): of several.

function varargout = gather (d, varargin)

  is_ours = cellfun ("isclass", varargin, "codistributed");
  if (isa (d, "codistributed") && numel (varargin) == 1 && ! is_ours && nargout < 2)
    varargout{1} = gather_one (d, varargin{1});
    return;
  endif
  arrays = [{d}, varargin];
  if (nargout > numel (arrays))
    error ("gpureduce:badArgument", "gather: there are as many results as arguments");
  endif
  varargout = cell (1, max (nargout, 1));
  for k = 1:numel (varargout)
    varargout{k} = arrays{k};
    if (isa (arrays{k}, "codistributed"))
      varargout{k} = gather_one (arrays{k}, 0);
    elseif (isgpuarray (arrays{k}))
      varargout{k} = gather (arrays{k});
    endif
  endfor

endfunction

## To process ROOT; 0: to all.
function a = gather_one (d, root)

  [number, count] = __spmd_where__ ();
  if (! (isnumeric (root) && isscalar (root) && root == fix (root) && root >= 0 && root <= count))
    error ("gpureduce:badArgument", "gather: ROOT is the number of a process, from 1 to %d", count);
  endif
  text = sprintf ("gather of a %s array of %s, parts along %d, to %d", d.class, size_text (d.size), d.dim, root);
  bytes = prod (d.size) * element_bytes (d);
  if (goes_direct (text, d, 2 * bytes * (! root || root == number)))
    a = gather (gathered_on_device (text, d, root));
    return;
  endif
  local = failure = [];
  try
    local = host_part (d);
  catch err
    failure = err;
  end_try_catch
  sent = local;
  if (root)
    sent = [];
  endif
  parts = __spmd_agree__ (text, failure, sent);
  if (root)
    blocks = cell (1, count);
    blocks{root} = local;
    parts = exchange (blocks);
  endif
  a = [];
  if (! root || root == number)
    for k = 1:count
      dims = d.size;
      dims(d.dim) = d.parts(k);
      parts{k} = reshape (from_bytes (parts{k}, d.class, d.is_complex), dims);
    endfor
    a = cat (d.dim, parts{:});
  endif

endfunction
