## SPDX-License-Identifier: GPL-3.0-or-later

## Y = moving_spread (NAME, F, X, WLEN, ...): F, which is std or var, in windows of X, for the function NAME.

function y = moving_spread (name, f, x, wlen, varargin)

  if (nargin < 4)
    print_usage (name);
  endif
  args = cellfun (@gather, [{wlen}, varargin], "UniformOutput", false);
  if (! isgpuarray (x))
    y = feval (name, x, args{:});
    return;
  elseif (! (isnumeric (x) || islogical (x)))
    error ("gpureduce:badArgument", "%s: X must be a numeric or logical array", name);
  endif
  opt = 0;
  if (numel (args) > 1 && isnumeric (args{2}))
    opt = double (! isequal (args{2}, 0));
    args(2) = [];
  endif
  [ends, dim] = parse_options (name, x, args(2:end));
  sz = size (x);
  dims = [dim, 1:dim-1, dim+1:ndims(x)];
  n = sz(dim);
  [before, after] = window (name, args{1}, n);
  x = reshape (permute (x, dims), n, prod (sz(dims(2:end))));
  y = double (spreads (@(x) f (x, opt, 1), x, n, before, after, ends));
  sz(dim) = rows (y);
  ## as Octave 7 does, also where this is not the inverse
  y = squeeze (permute (reshape (y, sz(dims)), dims));

endfunction

## What stands behind the length: ENDS is a word or a number.
function [ends, dim] = parse_options (name, x, args)

  ends = "shrink";
  dim = [];
  args = __parse_movargs__ (name, args{:});
  for k = 1:2:numel (args) - 1
    value = args{k+1};
    switch (tolower (args{k}))
      case "endpoints"
        ends = value;
      case "dim"
        dim = value;
      case "nancond"
        if (strcmpi (value, "omitnan"))
          warning ('%s: "omitnan" is not yet implemented, using "includenan"', name);
        endif
      case "outdim"
        if (! isequal (value, 1) && ! isempty (value))
          error ("gpureduce:badArgument", "%s: output dimension OUTDIM must be 1", name);
        endif
      otherwise
        error ("gpureduce:badArgument", "%s: argument '%s' is not a valid parameter", name, toupper (args{k}));
    endswitch
  endfor
  if (ischar (ends))
    ends = tolower (ends);
  endif
  if (! (any (strcmp (ends, {"shrink", "discard", "fill", "same", "periodic"})) || (isnumeric (ends) && isscalar (ends))))
    error ("gpureduce:badArgument", "%s: invalid value of Endpoints", name);
  elseif (isempty (dim))
    dim = [find(size (x) > 1, 1), 1](1);
  elseif (! (isscalar (dim) && isindex (dim, ndims (x))))
    error ("gpureduce:badArgument", "%s: DIM must be a dimension of X", name);
  endif

endfunction

## How many elements before and after its center a window has.
function [before, after] = window (name, wlen, n)

  if (! (isnumeric (wlen) && any (numel (wlen) == [1, 2]) && all (wlen >= 0 & wlen == fix (wlen))))
    error ("gpureduce:badArgument", "%s: WLEN must be a scalar or 2-element array of integers >= 0", name);
  elseif (max (wlen) < 1 || isequal (wlen, 1))
    error ("gpureduce:badArgument", "%s: WLEN must be > 1", name);
  elseif (n < 1 || max (wlen) > n)
    error ("gpureduce:badArgument", "%s: window length WLEN (%d) must be shorter than length along DIM (%d)", name, ...
           max (wlen), n);
  endif
  wlen = double (wlen);
  if (isscalar (wlen))
    wlen = [floor(wlen / 2), ceil(wlen / 2) - 1];
  endif
  before = wlen(1);
  after = wlen(2);

endfunction

## F of the windows of each column of X.
function y = spreads (f, x, n, before, after, ends)

  centers = 1:n;
  at = 1 - before:n + after; # that of the row X(K,:) is K + BEFORE
  switch (ends)
    case {"shrink", "discard"}
      centers = before + 1:n - after;
      at = [];
    case "same"
      at = min (max (at, 1), n);
    case "periodic"
      at = mod (at - 1, n) + 1;
    otherwise
      if (ischar (ends))
        ends = NaN;
      endif
      x = [repmat(ends, before, columns (x)); x; repmat(ends, after, columns (x))];
      at = 1:n + before + after;
  endswitch
  if (isempty (at))
    at = 1:n;
    y = of_windows (f, x, at, centers - before, before + after + 1);
    if (strcmp (ends, "shrink"))
      y = [shrunk(f, x, 1:min (before, n), before, after); y; shrunk(f, x, max (n - after, before) + 1:n, before, after)];
    endif
  else
    y = of_windows (f, x, at, centers, before + after + 1);
  endif

endfunction

## The windows of WIDTH rows X(AT,:) from each of the places FIRST, as many at a time as 2^26 elements are.
function y = of_windows (f, x, at, first, width)

  count = max (floor (2 ^ 26 / (width * max (columns (x), 1))), 1);
  y = {zeros(0, columns (x), "gpuArray")};
  for k = 1:count:numel (first)
    places = first(k:min (end, k + count - 1)) + (0:width - 1).';
    parts = reshape (x(at(places(:)),:), [size(places), columns(x)]);
    y{end+1} = reshape (f (parts), columns (places), columns (x));
  endfor
  y = vertcat (y{:});

endfunction

## The windows around CENTERS as far as they are inside of X.
function y = shrunk (f, x, centers, before, after)

  y = zeros (numel (centers), columns (x), "gpuArray");
  for k = 1:numel (centers)
    y(k,:) = f (x(max (centers(k) - before, 1):min (centers(k) + after, rows (x)),:));
  endfor

endfunction
