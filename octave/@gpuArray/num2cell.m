## SPDX-License-Identifier: GPL-3.0-or-later

## C = num2cell (D), (D, DIMS): a cell with each element of D, or with each part that is whole along DIMS.

function c = num2cell (d, dims)

  if (nargin < 1)
    print_usage ("num2cell");
  elseif (nargin == 1)
    dims = [];
  endif
  dims = gather (dims);
  if (! isgpuarray (d))
    c = num2cell (d, dims);
    return;
  elseif (! (isnumeric (dims) && all (dims(:) == fix (dims(:)))))
    error ("gpureduce:badArgument", "num2cell: dimension indices must be numbers");
  elseif (any (dims(:) < 1))
    error ("gpureduce:badArgument", "num2cell: dimension indices must be positive");
  elseif (any (diff (dims(:)) <= 0))
    error ("gpureduce:badArgument", "num2cell: dimension indices must be strictly increasing");
  endif
  sizes = size (d);
  dims = dims(dims <= numel (sizes));
  sizes(dims) = 1;
  at = repmat ({":"}, 1, numel (sizes));
  along = setdiff (1:numel (sizes), dims);
  places = cell (1, numel (sizes));
  c = cell (sizes);
  for k = 1:numel (c)
    [places{:}] = ind2sub (sizes, k);
    at(along) = places(along);
    c{k} = d(at{:});
  endfor

endfunction
