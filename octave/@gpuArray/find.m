## SPDX-License-Identifier: GPL-3.0-or-later

## I = find (D), (D, N), (D, N, DIRECTION), [ROW, COLUMN, V] = find (...): where elements are not 0, or the first or last N
## of these; positions and V stay on the device.

function varargout = find (d, varargin)

  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  varargout = cell (1, max (nargout, 1));
  if (! isgpuarray (d))
    [varargout{:}] = find (d, varargin{:});
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
    [varargout{:}] = find (none, varargin{:});
    varargout = cellfun (@gpuArray, varargout, "UniformOutput", false);
    if (nargout > 2)
      varargout{3} = cast (varargout{3}, "like", d);
    endif
    return;
  endif
  if (count < numel (row))
    from = (numel (row) - count) * is_last;
    row = row(from + 1:from + count);
  endif
  varargout{1} = row;
  if (nargout > 1)
    [row, column] = ind2sub ([rows(d), numel(d) / rows(d)], gather (row));
    varargout(1:2) = {gpuArray(row), gpuArray(column)};
  endif
  if (nargout > 2)
    varargout{3} = d(row + rows (d) * (column - 1));
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
