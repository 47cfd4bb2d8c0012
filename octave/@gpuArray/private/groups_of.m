## SPDX-License-Identifier: GPL-3.0-or-later

## G = groups_of (X, BY_ROWS): the elements of a gpuArray X, or its rows, in order, so that equal ones are neighbours.
## Columns of doubles on the device: `order`, where they stood in X; `number`, to which group each of them belongs; and
## for each group `first` and `last`, where its first and its last element stood.  NaN are groups of their own.

function g = groups_of (x, by_rows)

  if (by_rows)
    n = rows (x);
    [~, g.order] = sortrows (x);
    x = x(g.order,:);
    differs = any (x(1:n-1,:) != x(2:n,:), 2);
  else
    n = numel (x);
    [x, g.order] = sort (x(:));
    differs = x(1:n-1) != x(2:n);
  endif
  begins = [true(min (n, 1), 1); differs];
  ends = [differs; true(min (n, 1), 1)];
  g.number = cumsum (begins);
  g.first = g.order(begins);
  g.last = g.order(ends);

endfunction
