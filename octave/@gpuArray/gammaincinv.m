## SPDX-License-Identifier: GPL-3.0-or-later

## X = gammaincinv (Y, A), (Y, A, TAIL): the X at which gammainc (X, A, TAIL) is Y, for TAIL "lower", the default, or
## "upper"; by the estimates of Gil, Segura and Temme, "Efficient and accurate algorithms for the computation and inversion of
## the incomplete gamma function ratios", 2012, and steps of Newton.  It is computed in double, and single if Y or A is.

function x = gammaincinv (y, a, tail = "lower")

  if (nargin < 2)
    print_usage ("gammaincinv");
  endif
  [err, y, a] = common_size (y, a);
  if (err)
    error ("gammaincinv: Y and A must be of common size or scalars");
  elseif (iscomplex (y) || iscomplex (a))
    error ("gammaincinv: all inputs must be real");
  elseif (any (vec (y < 0 | y > 1)))
    error ("gammaincinv: Y must be in the range [0, 1]");
  elseif (any (vec (a <= 0)))
    error ("gammaincinv: A must be strictly positive");
  elseif (! any (strcmpi (tail, {"lower", "upper"})))
    error ("gammaincinv: invalid value for TAIL");
  endif
  sizes = size (y);
  is_single = isaUnderlying (y, "single") || isaUnderlying (a, "single");
  y = double (vec (gpuArray (y)));
  a = double (vec (gpuArray (a)));
  if (strcmpi (tail, "lower"))
    [p, q] = deal (y, 1 - y);
    x = -log1p (-y);
  else
    [p, q] = deal (1 - y, y);
    x = -log (y);
  endif
  ## of A other than 1 it is that at the ends alone
  todo = a != 1 & y != 0 & y != 1;
  scale = gamma (1 + a);
  is_first = todo & p < (0.2 * (1 + a)) .^ a ./ scale;
  is_second = todo & ! is_first & q < exp (-a / 2) ./ scale & a < 10;
  is_third = todo & ! (is_first | is_second) & a < 1;
  is_fourth = todo & ! (is_first | is_second | is_third);
  x(is_first) = estimate_near_0 (p(is_first), a(is_first));
  x(is_second) = -log (q(is_second)) - gammaln (a(is_second));
  x(is_third) = (p(is_third) .* scale(is_third)) .^ (1 ./ a(is_third));
  x(is_fourth) = estimate_of_normal (p(is_fourth), q(is_fourth), a(is_fourth));
  by_p = is_first | is_third | (is_fourth & p < q);
  x(by_p) = newton (x(by_p), a(by_p), p(by_p), "lower", 1);
  by_q = is_second | (is_fourth & ! (p < q));
  x(by_q) = newton (x(by_q), a(by_q), q(by_q), "upper", -1);
  x(isinf (a)) = NaN;
  x = reshape (x, sizes);
  if (is_single)
    x = single (x);
  endif

endfunction

## The series of the inverse in powers of r.
function x = estimate_near_0 (p, a)

  r = (p .* gamma (1 + a)) .^ (1 ./ a);
  c2 = 1 ./ (a + 1);
  c3 = (3 * a + 5) ./ (2 * (a + 1) .^ 2 .* (a + 2));
  c4 = (8 * a .^ 2 + 33 * a + 31) ./ (3 * (a + 1) .^ 3 .* (a + 2) .* (a + 3));
  c5 = (125 * a .^ 4 + 1179 * a .^ 3 + 3971 * a .^ 2 + 5661 * a + 2888) ...
       ./ (24 * (a + 1) .^ 4 .* (a + 2) .^ 2 .* (a + 3) .* (a + 4));
  x = r + c2 .* r .^ 2 + c3 .* r .^ 3 + c4 .* r .^ 4 + c5 .* r .^ 5;

endfunction

## The cube root is about normal, but far from its mean, where the first term of the series is nearer.
function x = estimate_of_normal (p, q, a)

  d = 1 ./ (9 * a);
  deviation = merge (p < q, -1, 1) .* erfcinv (2 * min (p, q));
  root = 1 - d + sqrt (2) * deviation .* sqrt (d);
  x = merge (root > 0.2, a .* root .^ 3, exp ((log (p) + gammaln (1 + a)) ./ a));

endfunction

## Steps of Newton by the logarithm of gammainc (X, A, TAIL), since that is nearer to a line far from the mean.  Its derivative
## is SIGN times the density over gammainc.  A step halves or doubles X at most.  Its parts are added as logarithms, since
## some of them are too large alone.
function x = newton (x, a, want, tail, sign)

  todo = find (true (size (x)));
  for k = 1:100
    if (isempty (todo))
      return;
    endif
    [at, of] = deal (x(todo), a(todo));
    density = (of - 1) .* log (at) - at - gammaln (of);
    found = log_of_gammainc (at, of, tail, density);
    step = sign * (log (want(todo)) - found) .* exp (found - density);
    at = min (max (at + step, at / 2), 2 * at);
    x(todo) = at;
    todo = todo(abs (step) >= 2 * eps * abs (at));
  endfor

endfunction

## The logarithm of gammainc (X, A, TAIL).  Where gammainc is too small for a number, it is that of the first terms of its
## series.  DENSITY is the logarithm of the density.
function found = log_of_gammainc (x, a, tail, density)

  found = log (gammainc (x, a, tail));
  is_small = found < -700;
  if (strcmp (tail, "lower"))
    first = log (x ./ a) - log1p (-x ./ (a + 1)) + density;
  else
    first = density - log1p (-(a - 1) ./ x);
  endif
  found(is_small) = first(is_small);

endfunction
