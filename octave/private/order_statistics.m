## SPDX-License-Identifier: GPL-3.0-or-later

## V = order_statistics (CALLER, X, DIM, RANKS)
##
## The elements of the segments of X along DIM that would stand at RANKS, from 0 on, if each segment were sorted in
## ascending order.  RANKS are doubles along DIM, the same ones for all segments or an array of as many segments as X.
## They stand along DIM in V, too.  What is below 0 counts as 0, and what is beyond a segment as its end.  X and RANKS
## are not empty.

function v = order_statistics (caller, x, dim, ranks)

  is_common = numel (ranks) == size (ranks, dim);
  if (! iscomplex (x))
    if (is_common && dim > 2)
      ## a vector that cannot be an array of one rank for each segment
      ranks = reshape (ranks, merge (rows (x) == 1, [numel(ranks), 1], [1, numel(ranks)]));
    endif
    v = __gpuarray__ ("order-statistics", caller, x, dim, ranks);
    return;
  endif
  ## the library selects none of these
  s = __gpuarray__ ("sort", caller, 1, x, dim);
  places = min (max (floor (ranks), 0), size (x, dim) - 1) + 1;
  if (is_common)
    v = part_along (s, dim, places(:));
  else
    v = take_along (s, dim, places);
  endif

endfunction
