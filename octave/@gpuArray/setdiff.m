## SPDX-License-Identifier: GPL-3.0-or-later

## [C, IA] = setdiff (A, B), (A, B, WORD, ...): elements of A that are not in B, each once; on the device if one of the arrays
## is.  C is a row if A is, and else a column, of the class of A; it is A(IA).  Words are "rows", "sorted", "stable" and
## "legacy", as for unique.

function [c, ia] = setdiff (a, b, varargin)

  if (nargin < 2 || nargin > 4)
    print_usage ("setdiff");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (a) && ! isgpuarray (b))
    [c, ia] = setdiff (a, b, varargin{:});
    return;
  endif
  [a, b, how] = set_arguments ("setdiff", a, b, varargin);
  if (isempty (a) || isempty (b))
    [c, ia] = unique (a, varargin{:});
    return;
  endif
  m = merged_sets (a, b, how.by_rows);
  only = m.in_a & ! m.in_b;
  ia = m.first(only);
  if (how.stable)
    ia = at = sort (ia);
  else
    at = m.last(only);
    if (how.legacy)
      ia = at;
    endif
  endif
  if (how.by_rows)
    c = a(at(:),:);
    ia = ia(:);
    return;
  endif
  if (isempty (at) && nnz (m.in_a) == 1)
    ia = reshape (ia, 1, 0); # as Octave has it where A is one element
  endif
  is_row = isrow (a);
  if (how.legacy)
    is_row = are_rows (a, b, true);
  endif
  c = a(at);
  if (is_row)
    c = reshape (c, 1, numel (c));
  else
    c = reshape (c, numel (c), 1);
  endif
  if (how.legacy && is_row)
    ia = reshape (ia, 1, numel (ia));
  endif

endfunction
