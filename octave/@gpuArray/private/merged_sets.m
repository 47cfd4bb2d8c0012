## SPDX-License-Identifier: GPL-3.0-or-later

## M = merged_sets (A, B, BY_ROWS): two gpuArrays, which have elements, as one array, and what equal elements or rows of
## it are.
##
## x: the elements of A, then those of B, a column or rows; of the class of both side by side
## na: how many of them are A's
## in_a, in_b: for each group of equals, which are in order, has it one of A, or of B?
## first, last, last_a, first_b: which of x is the first or the last one of a group, the last one of A, the first of B

function m = merged_sets (a, b, by_rows)

  if (by_rows)
    m.x = [a; b];
    m.na = rows (a);
  else
    m.x = [a(:); b(:)];
    m.na = numel (a);
  endif
  g = groups_of (m.x, by_rows);
  m.first = g.first;
  m.last = g.last;
  m.in_a = g.first <= m.na;
  m.in_b = g.last > m.na;
  ## those of A come first in each group, since a sort keeps the order of equals
  n = rows (g.order);
  same = g.number(1:n-1) == g.number(2:n);
  is_a = g.order <= m.na;
  turns = same & is_a(1:n-1) & ! is_a(2:n);
  m.last_a = m.last;
  m.first_b = m.first;
  at = find (turns);
  both = m.in_a & m.in_b;
  m.last_a(both) = g.order(at);
  m.first_b(both) = g.order(at + 1);

endfunction
