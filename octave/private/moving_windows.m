## SPDX-License-Identifier: GPL-3.0-or-later

## Y = moving_windows (NAME, X, WLEN, ARGS): what the function gpuNAME, NAME being movsum, movmean, movmax or
## movmin, gives for X, WLEN and the further arguments ARGS, as doubles.
##
## Blocks of the length of a window are scanned in both directions.  A window that begins inside of a block is the
## end of that block and the front of the next one (van Herk 1992, Gil and Werman 1993): each result is made of its
## elements alone, by as many steps as there are.  Windows of unequal lengths, as points at unequal distances have, are
## put together from blocks of 1, 2, 4 and more elements.

function y = moving_windows (name, x, wlen, args)

  caller = ["gpu" name];
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array");
  op = operation (name);
  [op, dim] = moving_options (caller, x, op, args);
  n = size (x, dim);
  w = windows (caller, wlen, op, n);
  if (n == 0)
    y = double (x);
    return;
  endif

  ## what has no NaN, or passes over them, needs no count of them
  looks = isfloat (x) && merge (op.passes_nan, ! op.omits || ! isnan (op.nanval), op.omits);
  if (looks)
    gone = isnan (x);
    if (! op.passes_nan)
      x(gone) = op.nothing;
    endif
  endif
  y = reduce (op, x, dim, w);
  counts = lengths (op, x, dim, w);
  if (looks)
    lost = reduce (counting (op), double (gone), dim, w);
    rest = counts - lost;
  else
    rest = counts;
  endif
  if (op.is_mean)
    y = y ./ rest;
  endif
  if (looks && op.omits)
    y(rest == 0) = op.nanval;
  elseif (looks)
    y(lost > 0) = NaN;
  endif

endfunction

## How NAME is computed, and what it does by default.  SCAN is the scan of its reduction, COMBINE takes two results,
## NOTHING changes none of them; PASSES_NAN says whether the reduction itself passes over NaN.
function op = operation (name)

  op = struct ("scan", @(varargin) gpucumsum (varargin{:}, "double"), "combine", @plus, "nothing", 0, ...
               "endpoints", 0, "points", [], "nanval", NaN, "omits", false, "passes_nan", false, "is_mean", false);
  switch (name)
    case "movsum"
      op.nanval = 0;
    case "movmean"
      op.is_mean = true;
      op.endpoints = "shrink";
    otherwise
      kind = name(4:end);
      op.scan = merge (strcmp (kind, "max"), {@gpucummax}, {@gpucummin}){1};
      op.combine = @(a, b) elementwise_extremum (kind, a, b);
      op.nothing = NaN;
      op.endpoints = merge (strcmp (kind, "max"), -Inf, Inf);
      op.omits = op.passes_nan = true;
  endswitch

endfunction

## That of sums, for as many elements of 1 in the windows of OP; there are none beyond the ends, but copies.
function op = counting (op)

  endpoints = op.endpoints;
  op = operation ("movsum");
  if (ischar (endpoints))
    op.endpoints = endpoints;
  endif

endfunction

function y = reduce (op, x, dim, w)

  if (isfield (w, "from"))
    y = reduce_ranges (op, double (x), dim, w);
    return;
  endif
  sz = size (x, 1:max (ndims (x), dim));
  n = sz(dim);
  [before, after] = deal (w.before, w.after);
  width = before + 1 + after;
  len = width * ceil ((n + width) / width);
  at = (1:len) - before;
  outside = at < 1 | at > n;
  if (strcmp (op.endpoints, "periodic"))
    at = mod (at - 1, n) + 1;
  else
    at = min (max (at, 1), n);
  endif
  x = part_along (x, dim, at);
  if (! isfloat (x))
    x = double (x);
  endif
  if (strcmp (op.endpoints, "shrink"))
    x = put_along (x, dim, outside, op.nothing);
  elseif (isnumeric (op.endpoints))
    x = put_along (x, dim, outside, op.endpoints);
  endif

  blocks = reshape (x, [prod(sz(1:dim-1)), width, len / width * prod(sz(dim+1:end))]);
  ends = reshape (op.scan (blocks, 2, "reverse"), size (x));
  fronts = reshape (op.scan (blocks, 2, "exclusive"), size (x));
  centers = centers_of (op, n, before, after);
  y = double (op.combine (part_along (ends, dim, centers), part_along (fronts, dim, centers + width)));

endfunction

## The windows from number W.from to W.to.  BLOCK has the reductions of WIDTH elements from each on.
function y = reduce_ranges (op, x, dim, w)

  at = w.from;
  len = w.to - w.from + 1;
  block = x;
  y = put_along (x, dim, 1:numel (at), op.nothing);
  width = 1;
  while (any (len >= width))
    take = find (bitand (len, width));
    y = put_along (y, dim, take, op.combine (part_along (y, dim, take), part_along (block, dim, at(take))));
    at(take) += width;
    n = size (block, dim);
    block = op.combine (part_along (block, dim, 1:n - width), part_along (block, dim, 1 + width:n));
    width *= 2;
  endwhile

endfunction

function centers = centers_of (op, n, before, after)

  centers = 1:n;
  if (strcmp (op.endpoints, "discard"))
    centers = before + 1 : n - after;
  endif

endfunction

## The number of elements of each window, along DIM.
function counts = lengths (op, x, dim, w)

  n = size (x, dim);
  shape = ones (1, max (ndims (x), dim));
  shape(dim) = n;
  if (isfield (w, "from"))
    counts = reshape (w.to - w.from + 1, shape);
  elseif (strcmp (op.endpoints, "shrink"))
    counts = reshape (min ((1:n) + w.after, n) - max ((1:n) - w.before, 1) + 1, shape);
  else
    counts = w.before + 1 + w.after;
  endif

endfunction

## How many elements before and after its center the window WLEN of an array of N elements has, or, where they are at
## unequal distances, the first and the last element of each.
function w = windows (caller, wlen, op, n)

  wlen = gather (wlen);
  is_count = isnumeric (wlen) && isreal (wlen) && all (wlen(:) >= 0 & wlen(:) < Inf);
  if (! (is_count && any (numel (wlen) == [1 2])))
    error ("gpureduce:badArgument", "%s: WLEN must be a scalar or 2-element array of numbers >= 0; given was %s", ...
           caller, show_value (wlen));
  elseif (isscalar (wlen) && wlen == 0)
    error ("gpureduce:badArgument", "%s: WLEN must be > 0", caller);
  endif
  given = wlen = double (wlen);
  if (! isempty (op.points))
    points = check_points (caller, op, n);
    if (any (diff (points) != 1))
      w = windows_of_points (wlen, points, op.endpoints);
      return;
    endif
  endif
  if (isscalar (wlen) && wlen == fix (wlen))
    wlen = [floor(wlen / 2), ceil(wlen / 2) - 1];
  elseif (isscalar (wlen))
    wlen = [wlen, wlen] / 2;
  endif
  w = struct ("before", fix (wlen(1)), "after", fix (wlen(2)));
  if (strcmp (op.endpoints, "shrink"))
    w = struct ("before", min (w.before, n), "after", min (w.after, n));
  elseif (w.before + w.after > double (intmax ()))
    error ("gpureduce:badArgument", "%s: WLEN must be less than 2^31 unless \"Endpoints\" is \"shrink\"; given was %s", ...
           caller, show_value (given));
  endif

endfunction

function points = check_points (caller, op, n)

  points = op.points;
  if (! (isnumeric (points) && isreal (points) && numel (points) == n && all (diff (double (points(:))) > 0)))
    error ("gpureduce:badArgument", ["%s: \"SamplePoints\" must be increasing real numbers, as many as elements " ...
           "along DIM, which are %d; given was %s"], caller, n, show_value (points));
  endif
  points = double (points(:).');
  if (! strcmp (op.endpoints, "shrink") && any (diff (points, 2)))
    error ("gpureduce:badArgument", ["%s: \"Endpoints\" must be \"shrink\" for \"SamplePoints\" at unequal " ...
           "distances"], caller);
  endif

endfunction

## Half of a length is on either side, without the point at the very end.
function w = windows_of_points (wlen, points, endpoints)

  is_open = isscalar (wlen);
  if (is_open)
    wlen = [wlen, wlen] / 2;
  endif
  n = numel (points);
  if (strcmp (endpoints, "shrink"))
    w.from = n + 1 - lookup (flip (-points), wlen(1) - points);
    w.to = lookup (points, points + wlen(2));
    if (is_open)
      w.to -= points(w.to) == points + wlen(2);
    endif
  else
    step = points(2) - points(1);
    beyond = points(end) : step : points(end) + wlen(2);
    w.before = numel (points(1) : -step : points(1) - wlen(1)) - 1;
    w.after = numel (beyond) - 1 - (is_open && beyond(end) == points(end) + wlen(2));
  endif

endfunction

## OP with what ARGS say of the ends of X and of NaN, and the dimension.  Its ENDPOINTS are a word, or the number that
## stands beyond them.
function [op, dim] = moving_options (caller, x, op, args)

  dim = ends = [];
  k = 1;
  while (k <= numel (args))
    name = gather (args{k});
    if (isnumeric (name))
      dim = name;
    elseif (! ischar (name))
      error ("gpureduce:badArgument", "%s: invalid input at position %d", caller, k);
    elseif (any (strcmpi (name, nan_words ())))
      op.omits = omits (caller, name);
    elseif (k == numel (args))
      error ("gpureduce:badArgument", "%s: property '%s' missing value argument", caller, name);
    else
      value = gather (args{++k});
      switch (tolower (name))
        case "dim"
          dim = value;
        case "endpoints"
          ends = {value};
        case "samplepoints"
          op.points = value;
        case "nancond"
          op.omits = omits (caller, value);
        case "nanval"
          if (! (isnumeric (value) && isscalar (value) && isreal (value)))
            error ("gpureduce:badArgument", "%s: \"nanval\" must be a real number; given was %s", caller, ...
                   show_value (value));
          endif
          op.nanval = double (value);
        otherwise
          error ("gpureduce:badArgument", ["%s: argument '%s' is not a valid parameter; there are \"dim\", " ...
                 "\"Endpoints\", \"SamplePoints\", \"nancond\" and \"nanval\""], caller, toupper (name));
      endswitch
    endif
    k++;
  endwhile
  if (isempty (dim))
    dim = first_longer_dim (x);
  endif
  dim = check_dim (caller, dim, flintmax (), "DIM must be a valid dimension");
  if (! isempty (ends))
    op.endpoints = ends{1};
  elseif (! isempty (op.points))
    op.endpoints = "shrink";
  endif
  op.endpoints = beyond (caller, op.endpoints, x);

endfunction

function words = nan_words ()

  words = {"omitnan", "omitmissing", "includenan", "includemissing"};

endfunction

function tf = omits (caller, word)

  at = [];
  if (ischar (word))
    at = find (strcmpi (word, nan_words ()));
  endif
  if (isempty (at))
    error ("gpureduce:badArgument", "%s: \"nancond\" must be \"%s\"; given was %s", caller, ...
           strjoin (nan_words (), '", "'), show_value (word));
  endif
  tf = at <= 2;

endfunction

## The word ENDPOINTS, or the number that it is in the class of X.
function endpoints = beyond (caller, endpoints, x)

  words = {"shrink", "discard", "fill", "same", "periodic"};
  if (ischar (endpoints) && any (strcmpi (endpoints, words)))
    endpoints = tolower (endpoints);
  elseif (! (isnumeric (endpoints) && isscalar (endpoints)) || (iscomplex (endpoints) && ! isfloat (x)))
    error ("gpureduce:badArgument", ["%s: \"Endpoints\" must be \"%s\" or a number that the class of X has; " ...
           "given was %s"], caller, strjoin (words, '", "'), show_value (endpoints));
  endif
  if (strcmp (endpoints, "fill"))
    endpoints = NaN;
  endif
  if (isnumeric (endpoints))
    endpoints = double (endpoints);
    if (! islogical (x))
      endpoints = double (cast (endpoints, underlyingType (x)));
    endif
  endif

endfunction
