## SPDX-License-Identifier: GPL-3.0-or-later

## Y = merge (MASK, A, B): elements of A where MASK is true, and of B elsewhere; with a scalar MASK all of one of them.

function y = merge (mask, a, b)

  if (nargin != 3)
    print_usage ("merge");
  elseif (! (islogical (mask) || isnumeric (mask)))
    error ("gpureduce:badArgument", "merge: first argument MASK must be logical");
  elseif (isscalar (mask))
    y = b;
    if (logical (mask))
      y = a;
    endif
    if (isnumeric (y) || islogical (y) || ischar (y))
      y = gpuArray (y);
    endif
    return;
  endif
  types = {underlyingType(a), underlyingType(b)};
  if (! (strcmp (types{:}) && ! islogical (a)))
    error ("gpureduce:badArgument", "merge: cannot merge %s with %s with array mask", types{:});
  elseif (! all (cellfun (@(x) isscalar (x) || size_equal (x, mask), {a, b})))
    error ("gpureduce:badArgument", "merge: MASK, TVAL, and FVAL dimensions must match");
  endif
  mask = logical (gpuArray (mask));
  if (ischar (a))
    y = arrayfun (@(mask, a, b) merge (mask, a, b), mask, uint8 (double (a)), uint8 (double (b)));
    y = reshape (typecast (vec (y), "char"), size (mask));
  else
    y = arrayfun (@(mask, a, b) merge (mask, a, b), mask, a, b);
  endif

endfunction
