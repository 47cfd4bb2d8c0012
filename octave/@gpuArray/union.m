## SPDX-License-Identifier: GPL-3.0-or-later

## [C, IA, IB] = union (A, B), (A, B, WORD, ...): elements of either set, each once; on the device if one of the arrays is.
## C is a row if both are, and else a column; it has A(IA) and B(IB).  Words are "rows", "sorted", "stable" and "legacy",
## as for unique.

function [c, ia, ib] = union (a, b, varargin)

  if (nargin < 2 || nargin > 4)
    print_usage ("union");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (a) && ! isgpuarray (b))
    [c, ia, ib] = union (a, b, varargin{:});
    return;
  endif
  [a, b, how] = set_arguments ("union", a, b, varargin);
  if (how.by_rows)
    c = [a; b];
    na = rows (a);
  else
    c = [a(:); b(:)];
    na = numel (a);
    if (are_rows (a, b, how.legacy))
      c = c.';
    endif
  endif
  [c, i] = unique (c, varargin{:});
  if (nargout > 1)
    ia = i(i <= na);
    ib = i(i > na) - na;
  endif

endfunction
