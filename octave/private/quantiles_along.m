## SPDX-License-Identifier: GPL-3.0-or-later

## Q = quantiles_along (CALLER, X, P, DIMS, METHOD)
##
## What quantile gives of X, which is not empty, along its dimensions DIMS for the doubles P, by METHOD, a whole number
## from 1 to 9.  The quantiles stand along DIMS(1).

function q = quantiles_along (caller, x, p, dims, method)

  [x, dim, back] = one_dim (x, dims);
  p = along_dim (p, dim);
  within = min (max (p, 0), 1);
  n = size (x, dim);
  if (n == 1)
    q = in_floats (x) .* ones (size (p));
  else
    [low, high, weight] = places (method, within, n);
    [v, numbers] = order_statistics (caller, x, dim, cat (dim, low, high) - 1);
    if (isfloat (x) && ! all (numbers(:) == n))
      [low, high, weight] = places (method, within, numbers);
      v = order_statistics (caller, x, dim, cat (dim, low, high) - 1);
    endif
    q = between (in_floats (v), dim, weight);
  endif
  for beyond = {-Inf, p < 0; Inf, p > 1; NaN, isnan(p)}.'
    if (any (beyond{2}))
      q = put_along (q, dim, find (beyond{2}), beyond{1});
    endif
  endfor
  q = restore_dims (q, back);

endfunction

function x = in_floats (x)

  if (! isfloat (x))
    x = double (x);
  endif

endfunction

## Between which of M sorted elements, from 1 on, the quantiles P are, and how near the upper one; without a weight they
## are the lower ones, and there are no others.  M may be the numbers of several segments.
function [low, high, weight] = places (method, p, m)

  high = weight = [];
  switch (method)
    case 1
      low = max (ceil (p .* m), 1);
    case 2
      low = max (ceil (p .* m), 1);
      high = min (floor (p .* m + 1), m);
      weight = 0.5;
    case 3
      t = max (p .* m, 1);
      low = round (t);
      low -= (low - t == 0.5) .* mod (low, 2); # halves go to even numbers
    case 4
      t = p .* m;
    case 5
      t = p .* m + 0.5;
    case 6
      t = p .* (m + 1);
    case 7
      t = p .* (m - 1) + 1;
    case 8
      t = p .* (m + 1/3) + 1/3;
    case 9
      t = p .* (m + 0.25) + 0.375;
  endswitch
  if (method > 3)
    low = max (min (floor (t), m - 1), 1);
    high = min (low + 1, max (m, 1));
    weight = max (min (t - low, 1), 0);
  endif

endfunction

## The upper elements stand behind the lower ones along DIM.
function q = between (v, dim, weight)

  if (isempty (weight))
    q = v;
    return;
  endif
  n = size (v, dim) / 2;
  q = (1 - weight) .* part_along (v, dim, 1:n) + weight .* part_along (v, dim, n + 1:2 * n);

endfunction
