## SPDX-License-Identifier: GPL-3.0-or-later

## ROWS = most_points (SWEEP, ROWS)
##
## Of ROWS, indices of valid rows of SWEEP, those of one array: the one with the
## most rows, and of such arrays the largest.

function rows = most_points (sweep, rows)

  [~, first, place] = unique (sweep.place(rows));
  count = accumarray (place(:), 1);
  [~, order] = sortrows ([count, sweep.elements(rows(first(:)))], [-1 -2]);
  rows = rows(place(:) == order(1));

endfunction
