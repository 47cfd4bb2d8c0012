## SPDX-License-Identifier: GPL-3.0-or-later

## M = diag (V), (V, K), (V, M, N): a matrix with the vector V on its diagonal K, zeros elsewhere; full, unlike Octave's
## own.  V = diag (M), (M, K): the diagonal K of a matrix.

function y = diag (d, varargin)

  if (nargin > 3)
    print_usage ("diag");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  sizes = cellfun (@whole_number, varargin);
  if (! isgpuarray (d))
    y = diag (d, varargin{:});
    return;
  elseif (ndims (d) != 2)
    error ("gpureduce:badArgument", "diag: matrix must be 2-dimensional");
  endif
  if (nargin == 3)
    if (! isvector (d))
      error ("gpureduce:badArgument", "diag: V must be a vector");
    elseif (any (sizes < 0))
      error ("Octave:invalid-resize", ...
             "diag: invalid resizing operation or ambiguous assignment to an out-of-bounds array element");
    endif
    count = min ([numel(d), sizes]);
    y = on_diagonal (d(1:count), sizes, 1);
    return;
  endif
  k = [sizes, 0](1);
  [rows, columns] = size (d);
  first = 1 + max (-k, 0) + rows * max (k, 0);
  if (rows == 1 || columns == 1)
    n = numel (d) + abs (k);
    y = on_diagonal (d, [n, n], 1 + max (-k, 0) + n * max (k, 0));
  elseif (rows == 0 && columns == 0)
    y = d;
  else
    count = max (min (rows - max (-k, 0), columns - max (k, 0)), 0);
    y = d(first + (rows + 1) * (0:count - 1).');
  endif

endfunction

## A matrix of SIZES with V from place FIRST on, along its diagonals.
function y = on_diagonal (v, sizes, first)

  y = resize (v([]), sizes);
  y(first + (sizes(1) + 1) * (0:numel (v) - 1)) = v;

endfunction

function n = whole_number (n)

  if (! (isscalar (n) && (isnumeric (n) || islogical (n)) && isreal (n) && abs (n) < flintmax ()))
    error ("gpureduce:badArgument", "diag: invalid argument K");
  endif
  n = fix (double (n));

endfunction
