## SPDX-License-Identifier: GPL-3.0-or-later

## C = mat2cell (D, DIM1, DIM2, ...): D cut into a cell of parts, which have the lengths DIM1 along the first dimension
## and so on; along dimensions without lengths they are whole.

function c = mat2cell (d, varargin)

  if (nargin < 2)
    print_usage ("mat2cell");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (d))
    c = mat2cell (d, varargin{:});
    return;
  endif
  count = max (ndims (d), numel (varargin));
  sizes = size (d, 1:count);
  lengths = [varargin, num2cell(sizes(nargin:end))];
  bounds = cell (1, count);
  for k = 1:count
    n = lengths{k};
    if (! (isnumeric (n) && all (n(:) == fix (n(:)))))
      error ("gpureduce:badArgument", "mat2cell: lengths along dimension %d must be whole numbers", k);
    elseif (sum (n) != sizes(k))
      error ("gpureduce:badArgument", "mat2cell: mismatch on dimension %d (%d != %d)", k, sizes(k), sum (n));
    endif
    bounds{k} = [0; cumsum(double (n(:)))];
  endfor
  c = cell (cellfun ("numel", bounds) - 1);
  place = at = cell (1, count);
  for k = 1:numel (c)
    [place{:}] = ind2sub (size (c, 1:count), k);
    for dim = 1:count
      at{dim} = bounds{dim}(place{dim}) + 1 : bounds{dim}(place{dim} + 1);
    endfor
    c{k} = d(at{:});
  endfor

endfunction
