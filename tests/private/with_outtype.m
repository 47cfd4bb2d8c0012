## SPDX-License-Identifier: GPL-3.0-or-later

## R = with_outtype (NAME, X, DIM, OPTION): the answer of NAME to X along DIM with
## "native", "double" or "default", also where the Octave that runs has no such
## option: the sum of squares and the cumulative product.

function r = with_outtype (name, x, dim, option)

  native = strcmp (option, "native");
  if (strcmp (option, "double") && isfloat (x))
    y = keep_complex (double (x), iscomplex (x));
  else
    y = x;
  endif
  switch (name)
    case "sumsq"
      if (ischar (x))
        error ("sumsq of characters is not of all versions");
      elseif (native && islogical (x))
        r = __test_rule__ ("all", x, dim);
      elseif (native && isinteger (x))
        r = __test_rule__ ("sum", x .* x, dim, "native"); # products saturate, and so does each step
      else
        r = __test_rule__ ("sumsq", y, dim);
      endif
    case "cumprod"
      if (native && islogical (x))
        r = logical (cumprod (double (x), dim));
      elseif (native && isinteger (x))
        r = step_by_step (x, dim);
      elseif (isinteger (x))
        r = cumprod (double (x), dim);
      else
        r = cumprod (y, dim);
      endif
    otherwise
      options = {option};
      if (strcmp (option, "default"))
        options = {};
      endif
      r = __test_rule__ (name, x, dim, options{:});
  endswitch

endfunction

## The cumulative product of integers, each step in their class.
function p = step_by_step (p, dim)

  at = repmat ({":"}, 1, max (ndims (p), dim));
  before = at;
  for k = 2:size (p, dim)
    before{dim} = k - 1;
    at{dim} = k;
    p(at{:}) = p(before{:}) .* p(at{:});
  endfor

endfunction
