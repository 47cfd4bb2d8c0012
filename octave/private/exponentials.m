## SPDX-License-Identifier: GPL-3.0-or-later

## [F, MAP, IDENTITY] = exponentials (X, OMITS)
##
## The operation that adds exponentials and does not overflow, for gpureduce.  Its values are the greatest exponent m and
## the sum s of exp (x - m).  MAP makes them of elements of X: single for single, and else double.  OMITS says whether NaN
## are left out.

function [f, map, identity] = exponentials (x, omits = false)

  ## one exponential, that of the smaller value beside the greater one; equal ones, of which Inf - Inf is NaN, need none
  f = @(m, s, n, t) {max(m, n), merge(m > n, s, t) + merge(m > n, t, s) .* merge(m == n, 1, exp (-abs (m - n)))};
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
