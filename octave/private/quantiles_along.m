## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantiles_along (CALLER, X, P, DIMS, METHOD)
##
## What quantile gives of X, which is not empty, along its dimensions DIMS for the doubles P, by METHOD, a whole number
## from 1 to 9.  The quantiles stand along DIMS(1).

function q = quantiles_along (caller, x, p, dims, method)

  [x, dim, back] = one_dim (x, dims);
  if (iscomplex (x))
    q = quantiles_of_complex (caller, x, along_dim (p, dim), dim, method);
  else
    q = __gpuarray__ ("quantiles", caller, x, dim, p, method);
  endif
  q = restore_dims (q, back);

endfunction

function q = quantiles_of_complex (caller, x, p, dim, method)

  if (size (x, dim) == 1)
    q = x .* ones (size (p));
  else
    numbers = gather (sum (! isnan (x), dim));
    each = numbers + zeros (size (p));
    [low, high, weight] = __gpuarray__ ("quantile-places", method, min (max (p, 0), 1) + zeros (size (numbers)), each);
    v = order_statistics (caller, x, dim, cat (dim, low, high) - 1);
    q = part_along (v, dim, 1:numel (p));
    if (! any (isnan (weight(:))))
      q = (1 - weight) .* q + weight .* part_along (v, dim, numel (p) + 1:2 * numel (p));
    endif
  endif
  for beyond = {-Inf, p < 0; Inf, p > 1; NaN, isnan(p)}.'
    if (any (beyond{2}))
      q = put_along (q, dim, find (beyond{2}), beyond{1});
    endif
  endfor

endfunction
