## SPDX-License-Identifier: GPL-3.0-or-later

## [X, R] = linsolve (A, B), (A, B, OPTS): X = A \ B, or A' \ B with OPTS.TRANSA, and R, the reciprocal condition of A,
## which is 0 if A is not square.  OPTS.UT and OPTS.LT take one triangle of A.  OPTS.POSDEF changes nothing, because \ looks
## what A is.

function [x, r] = linsolve (a, b, opts = struct ())

  if (nargin < 2)
    print_usage ("linsolve");
  elseif (! (isnumeric (a) && isnumeric (b)))
    error ("linsolve: A and B must be numeric");
  elseif (! isstruct (opts))
    error ("linsolve: OPTS must be a structure");
  endif
  asks = @(name) isfield (opts, name) && opts.(name);
  if (asks ("LT"))
    a = tril (a);
  elseif (asks ("UT"))
    a = triu (a);
  endif
  if (asks ("TRANSA"))
    x = a' \ b;
  else
    x = a \ b;
  endif
  if (nargout > 1)
    r = 0;
    if (rows (a) == columns (a))
      r = rcond (a);
    endif
  endif

endfunction
