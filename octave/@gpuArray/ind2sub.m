## SPDX-License-Identifier: GPL-3.0-or-later

## [S, ...] = ind2sub (DIMS, I): rows, columns and so on of the places I in an array of size DIMS; the last result counts
## all dimensions that are left.

function varargout = ind2sub (dims, ind)

  if (nargin != 2)
    print_usage ("ind2sub");
  endif
  dims = gather (dims);
  ind2sub (dims, []); # errors in DIMS
  if (! isgpuarray (ind))
    varargout = cell (1, max (nargout, 1));
    [varargout{:}] = ind2sub (dims, ind);
    return;
  elseif (islogical (ind))
    ind = find (ind);
  elseif (ischar (ind))
    ind = double (ind);
  endif
  top = prod (double (dims));
  if (iscomplex (ind) || ! gpuall (@(i) i >= 1 & i <= top & i == fix (i), ind(:)))
    ind2sub (dims, gather (ind)); # an error that says which
  endif
  count = max (nargout, 1);
  dims = double (dims(:).');
  dims = [dims(1:min (end, count - 1)), ones(1, count - 1 - numel (dims))];
  rest = double (ind);
  for k = 1:count - 1
    n = dims(k);
    [varargout{k}, rest] = arrayfun (@(i) deal (mod (i - 1, n) + 1, (i - 1 - mod (i - 1, n)) / n + 1), rest);
  endfor
  varargout{count} = rest;

endfunction
