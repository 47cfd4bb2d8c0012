## SPDX-License-Identifier: GPL-3.0-or-later

## Y = moving_windows (NAME, X, WLEN, ARGS): what the function gpuNAME, NAME being movsum, movmean, movmax or
## movmin, gives for X, WLEN and the further arguments ARGS, as doubles.
##
## Blocks of the length of a window are scanned in both directions.  A window that begins inside of a block is the
## end of that block and the front of the next one (van Herk 1992, Gil and Werman 1993): each result is made of its
## elements alone, by as many steps as there are.

function y = moving_windows (name, x, wlen, args)

  caller = ["gpu" name];
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array");
  op = operation (name);
  [op, dim] = moving_options (caller, x, op, args);
  n = size (x, dim);
  [before, after] = window (caller, wlen);
  if (strcmp (op.endpoints, "shrink"))
    before = min (before, n);
    after = min (after, n);
  endif
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
  y = reduce (op, x, dim, before, after);
  counts = lengths (op, x, dim, before, after);
  if (looks)
    lost = reduce (counting (op), double (gone), dim, before, after);
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
               "endpoints", 0, "nanval", NaN, "omits", false, "passes_nan", false, "is_mean", false);
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

function y = reduce (op, x, dim, before, after)

  sz = size (x, 1:max (ndims (x), dim));
  n = sz(dim);
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

function centers = centers_of (op, n, before, after)

  centers = 1:n;
  if (strcmp (op.endpoints, "discard"))
    centers = before + 1 : n - after;
  endif

endfunction

## The number of elements of each window, along DIM.
function counts = lengths (op, x, dim, before, after)

  counts = before + 1 + after;
  if (strcmp (op.endpoints, "shrink"))
    n = size (x, dim);
    shape = ones (1, max (ndims (x), dim));
    shape(dim) = n;
    counts = reshape (min ((1:n) + after, n) - max ((1:n) - before, 1) + 1, shape);
  endif

endfunction

## X with VALUE in the places K along DIM.
function x = put_along (x, dim, k, value)

  at = repmat ({":"}, 1, max (ndims (x), dim));
  at{dim} = k;
  x(at{:}) = value;

endfunction

## How many elements before and after its center the window WLEN has.
function [before, after] = window (caller, wlen)

  wlen = gather (wlen);
  is_count = isnumeric (wlen) && isreal (wlen) && all (wlen(:) >= 0 & wlen(:) < Inf);
  if (! (is_count && any (numel (wlen) == [1 2])))
    error ("gpureduce:badArgument", "%s: WLEN must be a scalar or 2-element array of numbers >= 0; given was %s", ...
           caller, show_value (wlen));
  elseif (isscalar (wlen) && wlen == 0)
    error ("gpureduce:badArgument", "%s: WLEN must be > 0", caller);
  endif
  wlen = double (wlen);
  if (isscalar (wlen) && wlen == fix (wlen))
    wlen = [floor(wlen / 2), ceil(wlen / 2) - 1];
  elseif (isscalar (wlen))
    wlen = [wlen, wlen] / 2;
  endif
  before = fix (wlen(1));
  after = fix (wlen(2));

endfunction

## OP with what ARGS say of the ends of X and of NaN, and the dimension.  Its ENDPOINTS are a word, or the number that
## stands beyond them.
function [op, dim] = moving_options (caller, x, op, args)

  dim = [];
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
          op.endpoints = value;
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
                 "\"Endpoints\", \"nancond\" and \"nanval\""], caller, toupper (name));
      endswitch
    endif
    k++;
  endwhile
  if (isempty (dim))
    dim = first_longer_dim (x);
  endif
  dim = check_dim (caller, dim, flintmax (), "DIM must be a valid dimension");
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
