## SPDX-License-Identifier: GPL-3.0-or-later

## [F, MAP, IDENTITY] = exponentials (X, OMITS)
##
## The operation that adds exponentials and does not overflow, for gpureduce.  Its values are the greatest exponent m and
## the sum s of exp (x - m).  MAP makes them of elements of X: single for single, and else double.  OMITS says whether NaN
## are left out.

function [f, map, identity] = exponentials (x, omits = false)

  ## of each value beside the greater one; where they are equal, of which Inf - Inf is NaN, there is none.  Both terms are
  ## alike, so that the order of elements has no meaning, and a device may take them as they come.
  of = @(m, n) merge (m == max (m, n), 1, exp (m - max (m, n)));
  f = @(m, s, n, t) {max(m, n), s .* of(m, n) + t .* of(n, m)};
  identity = {-Inf, 0};
  if (strcmp (underlyingType (x), "single"))
    one = single (1);
    if (omits)
      map = @(x) {merge(isnan (x), -Inf, x), merge(isnan (x), 0, one)};
    else
      map = @(x) {x, one};
    endif
  elseif (omits)
    map = @(x) {merge(isnan (x), -Inf, double (x)), merge(isnan (x), 0, 1)};
  else
    map = @(x) {double(x), 1};
  endif

endfunction
