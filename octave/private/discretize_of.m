## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, E] = discretize_of (CALLER, X, EDGES, ...): what the function CALLER, discretize, gives.

function [y, edges] = discretize_of (caller, x, edges, varargin)

  if (nargin < 3 || nargin > 6)
    print_usage (caller);
  endif
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array", "");
  if (! isreal (x))
    error ("gpureduce:badArgument", "%s: X must be real", caller);
  endif
  is_there = isgpuarray (x);
  edges = check_edges (caller, x, gather (edges));
  [values, takes_right] = parse_options (caller, numel (edges) - 1, varargin);

  [x, table] = common_numbers (x, edges);
  if (isinteger (table)) # which NaN is not among
    x = double (x);
    table = double (table);
  endif
  ## the first edge and the last one always belong to a bin
  if (takes_right)
    table(2:end) = next_number (table(2:end));
  else
    table(end) = next_number (table(end));
  endif
  count = numel (table) - 1;
  if (is_there)
    if (isinf (table(end)))
      table(end) = NaN; # which only NaN are not before
    endif
    y = __gpuarray__ ("lookup", caller, gpuArray (table), x, false);
  else
    y = lookup (table(table < Inf), x);
    y(isnan (x)) = 0;
  endif
  is_outside = y == 0 | y > count;
  if (! isempty (values))
    if (is_there)
      values = gpuArray (values);
    endif
    y = reshape (values(min (max (y, 1), count)), size (y));
  endif
  y(is_outside) = NaN;

endfunction

function edges = check_edges (caller, x, edges)

  if (! ((isnumeric (edges) || islogical (edges)) && isreal (edges) && isvector (edges) && ! any (isnan (edges))))
    error ("gpureduce:badArgument", "%s: EDGES must be a vector of real numbers, or a number of bins", caller);
  endif
  edges = full (edges);
  if (isscalar (edges))
    n = double (edges);
    if (! (n >= 1 && n == fix (n) && n < Inf))
      error ("gpureduce:badArgument", "%s: the number of bins must be a positive integer", caller);
    endif
    x = x(:);
    ends = double ([gather(min (x)), gather(max (x))]);
    if (numel (ends) < 2 || ! all (isfinite (ends)))
      error ("gpureduce:badArgument", "%s: X must have finite elements where the number of bins is given", caller);
    endif
    if (ends(1) == ends(2))
      ends += [-0.5, 0.5];
    endif
    edges = linspace (ends(1), ends(2), n + 1);
  elseif (any (diff (double (edges)) < 0))
    error ("gpureduce:badArgument", "%s: EDGES must not descend", caller);
  endif

endfunction

function [values, takes_right] = parse_options (caller, bins, args)

  args = cellfun (@gather, args, "UniformOutput", false);
  values = [];
  takes_right = false;
  if (! isempty (args) && ! ischar (args{1}))
    values = args{1};
    args(1) = [];
    if (! (isfloat (values) && numel (values) == bins))
      error ("gpureduce:badArgument", "%s: VALUES must be a floating-point number for each of the %d bins", caller, bins);
    endif
  endif
  if (isempty (args))
    return;
  elseif (numel (args) != 2 || ! ischar (args{1}) || ! strcmpi (args{1}, "IncludedEdge"))
    error ("gpureduce:badArgument", '%s: options are "IncludedEdge" with "left" or "right"', caller);
  elseif (! ischar (args{2}) || ! any (strcmpi (args{2}, {"left", "right"})))
    error ("gpureduce:badArgument", '%s: "IncludedEdge" is "left" or "right"', caller);
  endif
  takes_right = strcmpi (args{2}, "right");

endfunction
