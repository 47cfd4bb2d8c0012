## SPDX-License-Identifier: GPL-3.0-or-later

## [C, IA, IB] = intersect (A, B), (A, B, WORD, ...): elements that both sets have, each once; on the device if one of the
## arrays is.  C is a row if both are, and else a column; it is A(IA) and B(IB).  Words are "rows", "sorted", "stable" and
## "legacy", as for unique.  With "stable" B(IB) is C, too, which it need not be in Octave 7; and numbers that become one
## in the class of C are one.

function [c, ia, ib] = intersect (a, b, varargin)

  if (nargin < 2 || nargin > 4)
    print_usage ("intersect");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (a) && ! isgpuarray (b))
    [c, ia, ib] = intersect (a, b, varargin{:});
    return;
  endif
  [a, b, how] = set_arguments ("intersect", a, b, varargin);
  if (isempty (a) || isempty (b))
    c = ia = ib = gpuArray ([]);
    if (! isnumeric (a) || ! isnumeric (b))
      c = gpuArray ("");
    endif
    return;
  endif
  m = merged_sets (a, b, how.by_rows);
  both = m.in_a & m.in_b;
  ia = m.first(both);
  ib = m.first_b(both);
  if (how.stable)
    [ia, k] = sort (ia);
    ib = ib(k);
    at = ia;
  else
    at = m.last_a(both);
    if (how.legacy)
      ia = at;
      ib = m.last(both);
    endif
  endif
  ib -= m.na;
  c = picked (m.x, at, how.by_rows);
  if (isempty (at) && rows (m.first) == 2)
    ## sizes as Octave has them where each set is one element
    ia = ib = reshape (ia, 0, 0);
    if (! how.by_rows)
      c = reshape (c, 0, 0);
    endif
  endif
  if (! how.by_rows && are_rows (a, b, how.legacy))
    c = c.';
    if (how.legacy)
      ia = ia.';
      ib = ib.';
    endif
  endif

endfunction
