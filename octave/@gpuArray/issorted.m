## SPDX-License-Identifier: GPL-3.0-or-later

## T = issorted (D), (D, MODE), (D, "rows"), (D, "rows", MODE): is a vector in order, or are the rows of a matrix?  A value
## on the host; what is compared stays on the device.  With "either", rows
## go the way of the first and the last one, and are in no order if some columns of these rise and others fall, as in Octave.

function t = issorted (d, varargin)

  if (nargin > 3)
    print_usage ("issorted");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (d))
    t = issorted (d, varargin{:});
    return;
  endif
  [by_rows, mode] = parse_words (varargin{:});
  if (by_rows && ndims (d) != 2)
    error ("issorted: A must be a 2-D object");
  endif
  t = true;
  if (isempty (d))
    return;
  elseif (! by_rows && ! isvector (d))
    error ("issorted: needs a vector");
  elseif (! by_rows)
    d = d(:);
  endif
  n = rows (d);
  if (by_rows && strcmp (mode, "either"))
    ends = gather (d([1 n],:)).';
    [falls, rises] = compare_rows (ends(:,1), ends(:,2));
    if (any (falls) && any (rises))
      t = false;
      return;
    endif
    mode = {"ascend", "descend"}{1 + any(falls)};
  endif
  [falls, rises] = compare_rows (d(1:n-1,:), d(2:n,:));
  t = (! strcmp (mode, "descend") && ! nnz (falls)) || (! strcmp (mode, "ascend") && ! nnz (rises));

endfunction

function [by_rows, mode] = parse_words (varargin)

  by_rows = false;
  mode = "ascend";
  for k = 1:numel (varargin)
    word = varargin{k};
    if (! ischar (word))
      error ({"issorted: second argument must be a string", "issorted: MODE must be a string"}{k});
    elseif (k == 1 && strcmp (word, "rows"))
      by_rows = true;
    elseif (any (strcmp (word, {"ascend", "descend", "either"})))
      mode = word;
    else
      error ('issorted: MODE must be "ascend", "descend", or "either"');
    endif
  endfor

endfunction

## Which rows of A go behind those of B, and which before them?  NaN go behind all numbers.
function [behind, before] = compare_rows (a, b)

  behind = a > b;
  before = a < b;
  if (isfloat (a))
    behind |= isnan (a) & ! isnan (b);
    before |= ! isnan (a) & isnan (b);
  endif
  if (columns (a) > 1)
    ## the first column that differs decides
    differs = behind | before;
    [~, k] = max (differs, [], 2);
    at = (1:rows (a)).' + rows (a) * (k - 1);
    behind = behind(at);
    before = before(at);
  endif

endfunction
