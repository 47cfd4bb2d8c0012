## SPDX-License-Identifier: GPL-3.0-or-later

## [S, I] = sortrows (D), (D, C): rows in the order of their columns, or of those that C names, descending where it is
## negative; results stay on the device.

function [s, i] = sortrows (d, c)

  if (nargin < 2)
    c = 1:columns (d);
  else
    c = gather (c);
    if (! (isnumeric (c) && isvector (c)))
      error ("sortrows: C must be a numeric vector");
    elseif (any (c == 0) || any (abs (c) > columns (d)))
      error ("sortrows: all elements of C must be in the range [1, columns (A)]");
    endif
  endif
  if (! isgpuarray (d))
    [s, i] = sortrows (d, c);
    return;
  elseif (nargin < 2 && ndims (d) != 2)
    error ("sortrows: A must be a 2-D object");
  endif
  i = cumsum (gpuArray.ones (rows (d), 1));
  modes = {"ascend", "descend"};
  ## equals keep their order, so the last column comes first
  for k = fliplr (c(:).')
    column = d(:,abs (k));
    [~, next] = sort (column(i), modes{1 + (k < 0)});
    i = i(next);
  endfor
  if (isargout (1))
    s = d(i,:);
  endif

endfunction
