## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumulated (CALLER, SUBS, VALS, SZ, FN, FILLVAL): what the function CALLER, accumarray or gpuaccumarray, gives of
## codistributed SUBS and VALS.
##
## Each process has a result of its own rows.  All combine these in the order of processes, in one call.  Elements without
## any values are FILLVAL.

function a = accumulated (caller, subs, vals, sz = [], fn = [], fillval = 0, varargin)

  if (nargin < 3 || nargin > 6)
    print_usage (caller);
  elseif (isempty (fn))
    fn = @sum;
  endif
  known = {"sum", "prod", "max", "min", "mean"};
  name = "";
  if (is_function_handle (fn))
    name = func2str (fn);
  endif
  if (! any (strcmp (name, known)))
    error ("gpureduce:unsupported", "%s: of codistributed arrays FN is @sum, @prod, @max, @min or @mean", caller);
  elseif (! (isa (subs, "codistributed") && subs.dim == 1
             && (isscalar (vals) || (isa (vals, "codistributed") && vals.dim == 1 && isequal (vals.parts, subs.parts)))))
    error ("gpureduce:unsupported",
           "%s: SUBS must be codistributed along dimension 1, and so must VALS be in the same parts, or a number", caller);
  elseif (iscomplex (vals))
    error ("gpureduce:unsupported", "%s: VALS of codistributed arrays must be real", caller);
  elseif (isempty (sz))
    error ("gpureduce:unsupported", "%s: SZ must be given for codistributed arrays", caller);
  endif
  failure = [];
  x = vals;
  if (isa (vals, "codistributed"))
    x = local_of (vals);
  endif
  if (strcmp (name, "mean"))
    fn = @sum;
  endif
  try
    [mine, counts] = of_rows (local_of (subs), x, sz, fn);
  catch failure
    failure.message = regexprep (failure.message, '^\w+: ', [caller ": "]);
    mine = counts = [];
  end_try_catch
  call = sprintf ("%s of codistributed subscripts of %s, size%s, @%s", caller, size_text (subs.size), ...
                  sprintf (" %.17g", sz), name);
  nd = ndims (mine) + 1; # along which processes are
  [a, n] = each_part (call, failure, subs, mine, counts);
  a(n == 0) = without_effect (name, underlyingType (a));
  switch (name)
    case {"sum", "mean"}
      a = sum (a, nd);
    case "prod"
      a = prod (a, nd);
    case "max"
      a = max (a, [], nd);
    otherwise
      a = min (a, [], nd);
  endswitch
  n = sum (n, nd);
  if (strcmp (name, "mean"))
    a = a ./ max (n, 1);
  endif
  a(n == 0) = fillval;

endfunction

## What stands for no values.
function x = without_effect (name, cls)

  x = strcmp (name, "prod");
  if (any (strcmp (name, {"max", "min"})))
    if (any (strcmp (cls, {"double", "single"})))
      x = NaN;
    elseif (strcmp (cls, "logical"))
      x = strcmp (name, "min");
    elseif (strcmp (name, "max"))
      x = intmin (cls);
    else
      x = intmax (cls);
    endif
  endif

endfunction

## Of some rows: the result, sums for means, and how many rows each of its elements has.
function [a, n] = of_rows (subs, vals, sz, fn)

  if (isempty (subs))
    if (isscalar (sz))
      sz(2) = 1;
    endif
    n = zeros (sz);
    a = gpuaccumarray (1, cast (1, underlyingType (vals)), sz, fn); # of the class, and not looked at
    return;
  endif
  a = gpuaccumarray (subs, vals, sz, fn);
  n = gpuaccumarray (subs, 1, sz);

endfunction
