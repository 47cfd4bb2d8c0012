## SPDX-License-Identifier: GPL-3.0-or-later

## [C, IA, IB] = setxor (A, B), (A, B, WORD, ...): elements that one of the sets has alone, each once; on the device if one of
## the arrays is.  C is a row if both are, and else a column; it has A(IA) and B(IB).  Words are "rows", "sorted", "stable"
## and "legacy", as for unique.

function [c, ia, ib] = setxor (a, b, varargin)

  if (nargin < 2 || nargin > 4)
    print_usage ("setxor");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (a) && ! isgpuarray (b))
    [c, ia, ib] = setxor (a, b, varargin{:});
    return;
  endif
  [a, b, how] = set_arguments ("setxor", a, b, varargin);
  if (isempty (a))
    [c, ib] = unique (b, varargin{:});
    ia = gpuArray ([]);
    return;
  elseif (isempty (b))
    [c, ia] = unique (a, varargin{:});
    ib = gpuArray ([]);
    return;
  endif
  m = merged_sets (a, b, how.by_rows);
  one = m.in_a != m.in_b;
  i = m.first(one);
  if (how.stable)
    i = at = sort (i);
  else
    at = m.last(one);
    if (how.legacy)
      i = at;
    endif
  endif
  c = picked (m.x, at(:), how.by_rows);
  i = i(:);
  ia = i(i <= m.na);
  ib = i(i > m.na) - m.na;
  if (! how.by_rows && are_rows (a, b, how.legacy))
    c = c.';
    if (how.legacy)
      ia = ia(:).';
      ib = ib(:).';
    endif
  endif

endfunction
