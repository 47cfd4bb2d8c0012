## SPDX-License-Identifier: GPL-3.0-or-later

## PP = pchip (X, Y), YI = pchip (X, Y, XI): cubic polynomials through Y, whose last dimension is that of X, with the slopes
## of Fritsch and Butland, "A Method for Constructing Local Monotone Piecewise Cubic Interpolants", 1984; or their values at
## XI.  The fields of PP are on the device.

function ret = pchip (x, y, xi)

  if (nargin < 2)
    print_usage ("pchip");
  elseif (! (isfloat (x) && isfloat (y)))
    error ("gpureduce:badArgument", "pchip: X and Y must be floating point numbers");
  endif
  x = gpuArray (x)(:).';
  y = gpuArray (y);
  n = numel (x);
  if (n < 2)
    error ("gpureduce:badArgument", "pchip: X must be at least of length 2");
  elseif (isvector (y))
    if (numel (y) != n)
      error ("pchip: length of X and Y must match");
    endif
    y = y(:).';
  elseif (size (y, ndims (y)) != n)
    error ("pchip: length of X and last dimension of Y must match");
  endif
  sizes = size (y)(1:end-1);
  y = reshape (y, [], n);
  h = diff (x);
  if (all (h < 0))
    x = flip (x);
    y = flip (y, 2);
    h = diff (x);
  elseif (any (h <= 0))
    error ("pchip: X must be strictly monotonic");
  endif
  delta = diff (y, 1, 2) ./ h;
  d = slopes (h, real (delta));
  if (iscomplex (y))
    d = complex (d, slopes (h, imag (delta)));
  endif
  first = (d(:,1:n-1) - delta) ./ h;
  c3 = first + (d(:,2:n) - delta) ./ h;
  ret = mkpp (x, cat (3, c3 ./ h, -c3 - first, d(:,1:n-1), y(:,1:n-1)), sizes);
  if (nargin > 2)
    ret = ppval (ret, xi);
  endif

endfunction

## Slopes at all points, of differences DELTA over intervals H: 0 where those beside a point have other signs, and else their
## weighted harmonic mean.
function d = slopes (h, delta)

  n = columns (h);
  if (n == 1)
    d = [delta, delta];
    return;
  endif
  [a, b] = deal (delta(:,1:n-1), delta(:,2:n));
  whole = h(1:n-1) + h(2:n);
  least = min (abs (a), abs (b));
  most = max (abs (a), abs (b));
  inner = least ./ ((whole + h(1:n-1)) ./ (3 * whole) .* (a ./ most) + (whole + h(2:n)) ./ (3 * whole) .* (b ./ most));
  inner(signs_differ (a, b)) = 0;
  d = [end_slope(h(1:2), delta(:,1), delta(:,2)), inner, end_slope(h([n, n-1]), delta(:,n), delta(:,n-1))];

endfunction

## Of a parabola through three points, but not against the difference NEAR, and at most thrice it if FAR has another sign.
function d = end_slope (h, near, far)

  whole = h(1) + h(2);
  d = (h(1) + whole) / whole .* near - h(1) / whole .* far;
  is_beyond = sign (near) .* sign (far) < 0 & abs (d) > abs (3 * near);
  d = merge (is_beyond, 3 * near, d);
  d(signs_differ (d, near)) = 0;

endfunction

## Has one no sign, or another one than the other?  A NaN has the sign of 1, as in SLATEC's PCHST.
function differ = signs_differ (a, b)

  a(isnan (a)) = 1;
  b(isnan (b)) = 1;
  differ = sign (a) .* sign (b) <= 0;

endfunction
