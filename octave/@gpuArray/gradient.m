## SPDX-License-Identifier: GPL-3.0-or-later

## [DX, DY, ...] = gradient (M), (M, S), (M, X, Y, ...): differences of neighbors along the second dimension, the first, and
## those behind, over their distances S or places X, Y, ...  A function in the place of M is Octave's own affair.

function varargout = gradient (m, varargin)

  count = max (nargout, 1);
  if (! isgpuarray (m))
    [varargout{1:count}] = builtin ("gradient", m, varargin{:});
    return;
  elseif (! isnumeric (m))
    error ("gpureduce:badArgument", "gradient: first input must be an array or a function");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  is_column = iscolumn (m);
  if (isvector (m))
    m = m(:).';
  endif
  nd = ndims (m);
  steps = steps_of (nd, size (m)([2, 1, 3:nd]), varargin);
  dims = [2, 1, 3:nd];
  for k = 1:min (nd, count)
    varargout{k} = slope (m, dims(k), steps{k});
  endfor
  if (is_column)
    varargout{1} = varargout{1}.';
  endif

endfunction

function steps = steps_of (nd, sizes, given)

  if (numel (given) > 1 && numel (given) != nd)
    print_usage ("gradient");
  elseif (isempty (given))
    given = {1};
  endif
  steps = cell (1, nd);
  if (isscalar (given) && isscalar (given{1}))
    given = repmat (given, 1, nd);
  endif
  for k = 1:numel (given)
    if (isscalar (given{k}))
      steps{k} = given{k} * ones (sizes(k) - 1, 1);
    else
      steps{k} = diff (given{k}(:));
    endif
  endfor

endfunction

## Half of the sum of the differences on both sides over the mean of their steps; one of them on each edge.
function y = slope (m, dim, h)

  n = size (m, dim);
  if (n < 2)
    y = zeros (size (m), "like", real (m([])));
    return;
  elseif (numel (h) < n - 1)
    error ("gpureduce:badArgument", "gradient: there are %d spacing values, and %d are needed", numel (h), n - 1);
  endif
  sz = size (m);
  m = reshape (m, prod (sz(1:dim-1)), n, []);
  front = (m(:,2,:) - m(:,1,:)) / h(1);
  back = m(:,n,:) / h(n-1) - m(:,n-1,:) / h(n-1);
  inner = (m(:,3:n,:) - m(:,1:n-2,:)) ./ reshape (h(1:n-2) + h(2:n-1), 1, n - 2);
  y = reshape ([front, inner, back], sz);

endfunction
