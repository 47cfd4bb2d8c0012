## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, COUNTS] = moving_windows (CALLER, SCAN, COMBINE, NOTHING, ENDPOINTS, X, WLEN, ARGS)
##
## Y has the reduction of the window of each element of X, as doubles, and COUNTS, along the same dimension,
## the number of elements of each window.  SCAN is the scan of the reduction, COMBINE takes two of its results,
## NOTHING changes none of them.  WLEN and ARGS are the arguments of the function CALLER, which does as
## ENDPOINTS says where ARGS do not.
##
## Blocks of the length of a window are scanned in both directions.  A window that begins inside of a block is the
## end of that block and the front of the next one (van Herk 1992, Gil and Werman 1993): each result is made of its
## elements alone, by as many steps as there are.

function [y, counts] = moving_windows (caller, scan, combine, nothing, endpoints, x, wlen, args)

  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric or logical array");
  [dim, endpoints] = moving_options (caller, x, endpoints, args);
  sz = size (x);
  n = sz(dim);
  [before, after] = window (caller, wlen, n);

  width = before + 1 + after;
  len = width * ceil ((n + width) / width);
  at = (1:len) - before;
  outside = at < 1 | at > n;
  if (strcmp (endpoints, "periodic"))
    at = mod (at - 1, n) + 1;
  else
    at = min (max (at, 1), n);
  endif
  x = part_along (x, dim, at);
  if (! isfloat (x))
    x = double (x);
  endif
  if (strcmp (endpoints, "shrink"))
    x = put_along (x, dim, outside, nothing);
  elseif (isnumeric (endpoints))
    x = put_along (x, dim, outside, endpoints);
  endif

  blocks = reshape (x, [prod(sz(1:dim-1)), width, len / width * prod(sz(dim+1:end))]);
  ends = reshape (scan (blocks, 2, "reverse"), size (x));
  fronts = reshape (scan (blocks, 2, "exclusive"), size (x));
  centers = 1:n;
  if (strcmp (endpoints, "discard"))
    centers = before + 1 : n - after;
  endif
  y = double (combine (part_along (ends, dim, centers), part_along (fronts, dim, centers + width)));

  counts = width;
  if (strcmp (endpoints, "shrink"))
    shape = ones (1, ndims (x));
    shape(dim) = n;
    counts = reshape (min (centers + after, n) - max (centers - before, 1) + 1, shape);
  endif

endfunction

## X with VALUE in the places K along DIM.
function x = put_along (x, dim, k, value)

  at = repmat ({":"}, 1, ndims (x));
  at{dim} = k;
  x(at{:}) = value;

endfunction

## How many elements before and after its center the window WLEN of an array of N elements has.
function [before, after] = window (caller, wlen, n)

  wlen = gather (wlen);
  is_count = isnumeric (wlen) && isreal (wlen) && all (wlen(:) >= 0 & wlen(:) == fix (wlen(:)));
  if (! (is_count && any (numel (wlen) == [1 2])))
    error ("gpureduce:badArgument", "%s: WLEN must be a scalar or 2-element array of integers >= 0", caller);
  elseif (isscalar (wlen) && wlen < 2)
    error ("gpureduce:badArgument", "%s: WLEN must be > 1", caller);
  elseif (max (wlen) > n || n == 0)
    error ("gpureduce:badArgument", "%s: window length WLEN (%d) must be shorter than length along DIM (%d)", ...
           caller, max (wlen), n);
  endif
  wlen = double (wlen);
  if (isscalar (wlen))
    wlen = [floor(wlen / 2), ceil(wlen / 2) - 1];
  endif
  before = wlen(1);
  after = wlen(2);

endfunction

## The dimension and what is done at the ends of X: a word, or the number that stands beyond them.
function [dim, endpoints] = moving_options (caller, x, endpoints, args)

  dim = [];
  k = 1;
  while (k <= numel (args))
    name = gather (args{k});
    if (isnumeric (name))
      dim = name;
    elseif (! ischar (name))
      error ("gpureduce:badArgument", "%s: invalid input at position %d", caller, k);
    elseif (any (strcmpi (name, {"omitnan", "includenan"})))
      check_nanflag (caller, name);
    elseif (k == numel (args))
      error ("gpureduce:badArgument", "%s: property '%s' missing value argument", caller, name);
    else
      value = gather (args{++k});
      switch (tolower (name))
        case "dim"
          dim = value;
        case "endpoints"
          endpoints = value;
        case "nancond"
          check_nanflag (caller, value);
        otherwise
          error ("gpureduce:badArgument", ["%s: argument '%s' is not a valid parameter; there are \"dim\", " ...
                 "\"Endpoints\" and \"nancond\""], caller, toupper (name));
      endswitch
    endif
    k++;
  endwhile
  if (isempty (dim))
    dim = first_longer_dim (x);
  endif
  dim = check_dim (caller, dim, ndims (x), "DIM must be a valid dimension");
  endpoints = beyond (caller, endpoints, x);

endfunction

function check_nanflag (caller, word)

  if (! strcmpi (word, "includenan"))
    error ("gpureduce:unsupported", "%s: \"omitnan\" is not supported; what there is, is \"includenan\"", caller);
  endif

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
