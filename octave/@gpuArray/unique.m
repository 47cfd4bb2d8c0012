## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, I, J] = unique (X), (X, "rows"), (X, WORD, ...): elements of X, or rows, each once, in order.  Y is a row if X is one,
## and else a column, of the class of X.  X(I) is Y, and Y(J) is X; both are columns of doubles.  All stay on the device.
##
## "stable": in the order in which they come first; "sorted", the default.  "first", the default, and "last" say which of
## several equal elements I names; "legacy" names the last ones, and I and J are rows if X is one.  Each NaN is
## unique.  J is also there with "stable", which Octave 7 has not.  An empty X of text gives text, where Octave 7 has an error.

function [y, i, j] = unique (x, varargin)

  if (nargin < 1)
    print_usage ("unique");
  endif
  varargin = cellfun (@gather, varargin, "UniformOutput", false);
  if (! isgpuarray (x))
    [y, i, j] = unique (x, varargin{:});
    return;
  endif
  how = parse_words (varargin);
  n = numel (x);
  if (how.by_rows)
    n = rows (x);
    if (ndims (x) != 2)
      error ("gpureduce:badArgument", 'unique: X must be a 2-D object with "rows"');
    endif
  endif
  if (n < 2)
    y = x;
    i = j = gpuArray (ones (n));
    if (! n && ! how.by_rows && any (size (x)))
      y = reshape (x, 0, 1);
    endif
    return;
  endif

  g = groups_of (x, how.by_rows);
  if (how.stable)
    [i, k] = sort (g.first);
    y = picked (x, i, how.by_rows);
    rank = __gpuarray__ ("scatter", k, cumsum (gpuArray.ones (numel (k), 1)));
    j = rank(g.number);
  else
    y = picked (x, g.last, how.by_rows);
    j = g.number;
    if (how.last)
      i = g.last;
    else
      i = g.first;
    endif
  endif
  if (isargout (3))
    j = __gpuarray__ ("scatter", g.order, j);
  endif
  if (how.legacy && ! how.by_rows && isrow (x))
    i = i.';
    j = j.';
  endif

endfunction

function how = parse_words (words)

  if (! iscellstr (words))
    error ("gpureduce:badArgument", "unique: options must be strings");
  endif
  has = @(word) any (strcmp (word, words));
  names = {"rows", "first", "last", "sorted", "stable", "legacy"};
  if (has ("first") && has ("last"))
    error ("gpureduce:badArgument", 'unique: cannot specify both "first" and "last"');
  elseif (has ("sorted") && has ("stable"))
    error ("gpureduce:badArgument", 'unique: cannot specify both "sorted" and "stable"');
  elseif ((has ("first") || has ("last")) && (has ("sorted") || has ("stable")))
    error ("gpureduce:badArgument", 'unique: cannot specify "first"/"last" with "sorted"/"stable"');
  elseif (has ("legacy") && (has ("sorted") || has ("stable")))
    error ("gpureduce:badArgument", 'unique: cannot specify "sorted" or "stable" with "legacy"');
  elseif (sum (cellfun (has, names)) != numel (words))
    error ("gpureduce:badArgument", "unique: invalid option");
  endif
  how = struct ("by_rows", has ("rows"), "stable", has ("stable"), "legacy", has ("legacy"), ...
                "last", has ("last") || has ("legacy"));

endfunction
