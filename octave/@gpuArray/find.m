## SPDX-License-Identifier: GPL-3.0-or-later

## I = find (D), (D, N), (D, N, DIRECTION), [ROW, COLUMN, V] = find (...): where elements are not 0, or the first or last N
## of these; positions and V stay on the device.

function [row, column, v] = find (d, varargin)

  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (d))
    [row, column, v] = find (d, varargin{:});
    return;
  endif
  [count, is_last] = parse_limits (varargin{:});
  row = __gpuarray__ ("find", d);
  if (isempty (row))
    ## sizes as Octave has them, of an array that is small and empty where this one is
    none = zeros (min (size (d), 2));
    if (strcmp (underlyingType (d), "logical"))
      none = logical (none);
    endif
    ## which differ for one result and for several
    results = cell (1, max (nargout, 1));
    [results{:}] = find (none, varargin{:});
    results = cellfun (@gpuArray, results, "UniformOutput", false);
    [row, column, v] = {results{:}, [], []}{1:3};
    v = cast (v, "like", d);
    return;
  endif
  if (count < numel (row))
    from = (numel (row) - count) * is_last;
    row = row(from + 1:from + count);
  endif
  if (nargout > 2)
    v = d(row);
  endif
  if (nargout > 1)
    [row, column] = ind2sub ([rows(d), numel(d) / rows(d)], gather (row));
    row = gpuArray (row);
    column = gpuArray (column);
  endif

endfunction

function [count, is_last] = parse_limits (count = Inf, direction = "first")

  if (! (isscalar (count) && isreal (count) && count >= 1 && count == fix (count)))
    error ("find: N must be an integer");
  endif
  is_last = strcmp (direction, "last");
  if (! is_last && ! strcmp (direction, "first"))
    error ('find: DIRECTION must be "first" or "last"');
  endif

endfunction
