## SPDX-License-Identifier: GPL-3.0-or-later

## L = del2 (M), (M, H), (M, HX, HY, ...): a discrete Laplace operator, over twice as many as M has dimensions, by
## differences of three neighbors, and on the edges by extrapolation.

function l = del2 (m, varargin)

  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (m))
    l = del2 (m, varargin{:});
    return;
  endif
  steps = steps_of (m, varargin);
  l = zeros (size (m), "gpuArray");
  for dim = 1:ndims (m)
    if (size (m, dim) >= 3)
      l += second_difference (m, dim, steps{dim});
    endif
  endfor
  l ./= ndims (m);

endfunction

## The steps along each dimension.
function steps = steps_of (m, given)

  nd = ndims (m);
  if (numel (given) == 1 && isscalar (given{1}))
    given = repmat (given, 1, nd);
  elseif (numel (given) > nd)
    print_usage ("del2");
  elseif (numel (given))
    given(end+1:nd) = 1;
    given([1, 2]) = given([2, 1]); # x is the second dimension
  else
    given = repmat ({1}, 1, nd);
  endif
  steps = cell (1, nd);
  for dim = 1:nd
    h = given{dim};
    if (isscalar (h))
      steps{dim} = h * ones (size (m, dim), 1);
    elseif (! isvector (h))
      error ("gpureduce:badArgument", "del2: spacing element %d must be a scalar or vector", dim);
    elseif (numel (h) != size (m, dim))
      error ("gpureduce:badArgument", "del2: number of elements in spacing vector %d does not match dimension %d of M", ...
             dim, dim);
    else
      steps{dim} = diff (h)(:);
    endif
  endfor

endfunction

function d = second_difference (m, dim, h)

  n = size (m, dim);
  sz = size (m);
  m = reshape (m, prod (sz(1:dim-1)), n, []);
  h1 = h(1:n-2).';
  h2 = h(2:n-1).';
  inner = arrayfun (@(a, b, c, h1, h2) ((a - b) ./ h1 + (c - b) ./ h2) ./ (h1 + h2), ...
                    m(:,1:n-2,:), m(:,2:n-1,:), m(:,3:n,:), h1, h2);
  inner = double (inner); # as in Octave, of all classes
  if (n == 3)
    d = [inner, inner, inner];
  else
    k = n - 2;
    front = (h(1) + h(2)) / h(2) * inner(:,1,:) - h(1) / h(2) * inner(:,2,:);
    back = (h(n-1) + h(k)) / h(k) * inner(:,k,:) - h(n-1) / h(k) * inner(:,k-1,:);
    d = [front, inner, back];
  endif
  d = reshape (d, sz);

endfunction
