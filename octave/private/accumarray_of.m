## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumarray_of (CALLER, SUBS, VALS, SZ, FN, FILLVAL, ISSPARSE): what the function CALLER, accumarray or
## gpuaccumarray, gives.

function a = accumarray_of (caller, subs, vals, sz = [], fn = [], fillval = [], issparse = [], varargin)

  if (nargin < 3 || nargin > 7)
    print_usage (caller);
  endif
  if (any (cellfun ("isclass", {sz, fillval, issparse}, "gpuArray")))
    [sz, fillval, issparse] = gather (sz, fillval, issparse);
  endif
  if (! isempty (issparse) && issparse)
    error ("gpureduce:unsupported", "%s: ISSPARSE is not supported; use accumarray of arrays on the host", caller);
  elseif (isempty (fn))
    fn = @sum;
  elseif (! is_function_handle (fn))
    error ("gpureduce:badArgument", "%s: FUNC must be a function handle", caller);
  endif
  if (isempty (fillval))
    fillval = 0;
  endif
  if (strncmp (func2str (fn), "@(", 2) && nargin (fn) == 2)
    a = combined (caller, subs, vals, sz, fn, fillval);
    return;
  endif
  rest = {sz, fn, fillval};
  how = keyed_function (fn);
  if (iscell (subs))
    subs = cellfun (@vec, subs, "UniformOutput", false);
    ndims = numel (subs);
    n = cellfun ("numel", subs);
    is_plain = ndims && all (n == n(1)) && n(1) && all (cellfun ("isnumeric", subs));
    if (is_plain)
      n = n(1);
      if (isempty (sz))
        sz = cellfun (@(s) double (gather (max (s))), subs(:).');
      endif
    endif
    if (ndims == 1)
      subs = subs{1};
    endif
  else
    [n, ndims] = size (subs);
    is_plain = n && ndims && isnumeric (subs);
    if (is_plain && isempty (sz))
      sz = double (gather (max (subs, [], 1)));
    endif
  endif
  if (isscalar (sz) && isempty (rest{1}))
    sz(2) = 1;
  endif
  is_plain = is_plain && ! isempty (how) && isscalar (fillval) && numel (sz) > 1 && all (sz > 0) && any (ndims == [1, numel(sz)]);
  if (! is_plain || ! any (numel (vals) == [1, n]) || ! (isnumeric (vals) || islogical (vals)))
    a = on_host (caller, subs, vals, rest);
    return;
  endif

  try
    a = reduce (caller, subs, vals, fix (sz), how, fillval);
  catch err
    if (! strcmp (err.identifier, "gpureduce:badArgument"))
      rethrow (err);
    endif
    on_host (caller, subs, vals, [rest(1), {[], fillval}]); # an error that says which
    error ("gpureduce:badArgument", "%s: index out of range", caller);
  end_try_catch

endfunction

## By an operation of two values: of the values in the order of their elements, and of these as segments.
function a = combined (caller, subs, vals, sz, fn, fillval)

  counts = accumarray_of (caller, subs, 1, sz);
  if (! iscell (subs))
    subs = num2cell (subs, 1);
  endif
  places = vec (subs{1});
  if (numel (subs) > 1)
    subs = cellfun (@vec, subs, "UniformOutput", false);
    places = sub2ind (size (counts), subs{:});
  endif
  if (! any (numel (vals) == [1, numel(places)]))
    error ("gpureduce:badArgument", "%s: dimension mismatch", caller);
  elseif (isscalar (vals))
    vals = repmat (vals, numel (places), 1);
  endif
  [~, order] = gpusort (places);
  has = counts(:) > 0;
  r = gpureduce (fn, vec (vals(order)), "lengths", counts(has));
  a = repmat (cast (fillval, underlyingType (r)), size (counts));
  if (isgpuarray (r) || isgpuarray (counts))
    a = gpuArray (a);
  endif
  a(has) = r;

endfunction

## Octave's accumarray of arrays on the host, with the errors of the function CALLER.
function a = on_host (caller, subs, vals, rest)

  if (iscell (subs))
    is_there = any (cellfun (@isgpuarray, subs));
    subs = cellfun (@gather, subs, "UniformOutput", false);
  else
    is_there = isgpuarray (subs);
    subs = gather (subs);
  endif
  is_there |= isgpuarray (vals);
  try
    a = accumarray (subs, gather (vals), rest{:});
  catch err
    text = regexprep (err.message, '^\w+: ', "");
    if (isempty (err.identifier))
      err.identifier = "gpureduce:badArgument";
    endif
    error (struct ("message", [caller ": " text], "identifier", err.identifier));
  end_try_catch
  if (is_there && ! iscell (a))
    a = gpuArray (a);
  endif

endfunction

function a = reduce (caller, subs, vals, sz, how, fillval)

  if (issparse (vals))
    vals = full (vals);
  endif
  if (iscell (subs))
    is_sparse = cellfun (@issparse, subs);
    subs(is_sparse) = cellfun (@full, subs(is_sparse), "UniformOutput", false);
  elseif (issparse (subs))
    subs = full (subs);
  endif
  if (isgpuarray (vals)) # then all that is asked for is there
    if (iscell (subs))
      subs{1} = gpuArray (subs{1});
    else
      subs = gpuArray (subs);
    endif
  endif
  op = how.op;
  is_plain_fill = isa (fillval, "double") && isreal (fillval);
  if (how.is_octaves && is_plain_fill && strcmp (op, "sum")) # the most frequent call, in few steps
    a = __gpuarray__ ("reduce-keys", caller, op, vals, subs, sz, fillval);
    return;
  endif
  ask = @(op, vals, empty) __gpuarray__ ("reduce-keys", caller, op, vals, subs, sz, empty);
  if (how.is_octaves)
    if (! strcmp (op, "sum"))
      [vals, fillval] = for_extremes (op, vals, fillval);
    endif
    if (is_plain_fill)
      a = ask (op, vals, fillval);
    else
      a = ask (op, vals, 0);
      a(ask ("sum", 1, []) == 0) = fillval;
    endif
    return;
  endif

  a = part (ask, op, vals, fillval * is_plain_fill);
  if (! isempty (how.with))
    a = how.between (a, part (ask, how.with, vals, 0));
  elseif (fillval == 0 || (is_plain_fill && ! islogical (a) && ! isa (a, "single")))
    return; # others have another class beside FILLVAL
  endif
  is_missing = ask ("sum", 1, []) == 0;
  if (fillval == 0)
    a(is_missing) = 0;
  else
    b = repmat (fillval, sz);
    if (isgpuarray (a))
      b = gpuArray (b);
    endif
    b(! is_missing) = a(! is_missing);
    a = b;
  endif

endfunction

## What one function gives of the values.
function a = part (ask, op, vals, empty)

  switch (op)
    case "count"
      a = ask ("sum", 1, empty);
    case "nnz"
      a = ask ("sum", vals != 0, empty);
    case {"any", "all"}
      a = ask (op, vals, empty != 0);
    otherwise
      if (islogical (vals) && any (strcmp (op, {"max", "min"})))
        empty = empty != 0;
      endif
      a = ask (op, vals, empty);
  endswitch

endfunction

## What Octave's accumarray has for elements without values: among floating-point numbers NaN, unless FILLVAL is 0 and
## no value has another sign than the function asks for.
function [vals, fillval] = for_extremes (op, vals, fillval)

  is_max = strcmp (op, "max");
  if (isinteger (vals))
    if (isnan (fillval))
      if (is_max)
        fillval = double (intmin (underlyingType (vals)));
      else
        fillval = double (intmax (underlyingType (vals)));
      endif
    endif
  elseif (islogical (vals))
    vals = double (vals);
    if (isnan (fillval))
      fillval = double (! is_max);
    endif
  elseif (fillval == 0)
    if (is_max)
      has_sign = gpuall (@(v) v >= 0, vals(:));
    else
      has_sign = gpuall (@(v) v <= 0, vals(:));
    endif
    if (! has_sign)
      fillval = NaN;
    endif
  else
    fillval = NaN;
  endif

endfunction
