## SPDX-License-Identifier: GPL-3.0-or-later

## Z = idivide (X, Y), (X, Y, OP): quotients of integers, rounded as OP says, which is "fix", "round", "floor" or "ceil".

function z = idivide (x, y, op = "fix")

  if (nargin < 2)
    print_usage ("idivide");
  endif
  types = {underlyingType(x), underlyingType(y)};
  if (! isinteger (x) && ! isinteger (y))
    error ("gpureduce:badArgument", "idivide: at least one input (X or Y) must be an integer type");
  elseif (isinteger (x) && isinteger (y) && ! strcmp (types{:}))
    error ("gpureduce:badArgument", "idivide: integer type of X (%s) must match integer type of Y (%s)", types{:});
  endif
  x = gpuArray (x);
  z = x ./ y; # half away from zero
  switch (tolower (op))
    case "fix"
      beyond = z .* y > x;
      z -= beyond & y > 0;
      z += beyond & ! (y > 0);
    case "floor"
      z -= (z .* y > x & y > 0) | (z .* y < x & ! (y > 0));
    case "ceil"
      z += (z .* y < x & y > 0) | (z .* y > x & ! (y > 0));
    case "round"
    otherwise
      error ("gpureduce:badArgument", 'idivide: unrecognized rounding type "%s"', op);
  endswitch

endfunction
