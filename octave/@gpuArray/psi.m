## SPDX-License-Identifier: GPL-3.0-or-later

## Y = psi (Z), (K, Z): the digamma function of real or complex Z, or its derivative of order K of real Z that are not
## negative; by recurrence to where the asymptotic series has all digits, Abramowitz and Stegun 6.3.18 and 6.4.11, and
## computed in double.  It is complex if Z is.

function y = psi (k, z)

  if (nargin < 1)
    print_usage ("psi");
  elseif (nargin == 1)
    z = k;
    k = 0;
  elseif (! ((isnumeric (k) || islogical (k)) && isreal (k) && ! isempty (k)))
    error ("psi: K must be an integer");
  endif
  k = fix (double (gather (k(1))));
  if (! (k >= 0))
    error ("psi: K must be non-negative");
  elseif (! isfloat (z))
    error ("psi: Z must be a floating point%s", {"", " for polygamma (K > 0)"}{1 + (k > 0)});
  endif
  z = gpuArray (z);
  if (k == 0)
    y = digamma (double (z));
  elseif (iscomplex (z))
    error ("psi: Z must be real value for polygamma (K > 0)");
  elseif (any (vec (z < 0)))
    error ("psi: Z must be non-negative for polygamma (K > 0)");
  else
    y = polygamma (k, double (z));
  endif
  if (isaUnderlying (z, "single"))
    y = single (y);
  endif

endfunction

## The numbers of Bernoulli B_2, B_4, ... over 2, 4, ...
function c = coefficients ()

  c = [1/12, -1/120, 1/252, -1/240, 1/132, -691/32760, 1/12, -3617/8160, 43867/14364, -174611/6600];

endfunction

## The sum of C(J) * X ^ J.
function s = sum_of_powers (c, x)

  s = 0;
  for c = flip (c)
    s = (s + c) .* x;
  endfor

endfunction

function y = digamma (z)

  re = real (z);
  is_left = re < 0;
  w = merge (is_left, 1 - z, z);
  steps = 0;
  for j = 7:-1:0
    steps = steps + merge (real (w) + j < 8, 1 ./ (w + j), 0);
  endfor
  v = w + max (ceil (8 - real (w)), 0);
  y = log (v) - 0.5 ./ v - sum_of_powers (coefficients (), 1 ./ v .^ 2) - steps;
  y -= merge (is_left, pi ./ tan (pi * (z - round (re))), 0);
  ## of whole numbers up to 9 it is a sum of quotients less the constant of Euler
  is_whole = imag (z) == 0 & re == fix (re);
  y(is_whole & re <= 0) = -Inf;
  sums = gpuArray (cumsum ([0, 1 ./ (1:8)]) - 0.57721566490153286061);
  is_small = is_whole & re >= 1 & re <= 9;
  y(is_small) = sums(re(is_small));

endfunction

## Factorial (K) times the zeta function of K + 1 and Z, with the sign of the derivative.
function y = polygamma (k, z)

  z(z == 0) = NaN; # as in Octave
  if (k > 170)
    zeta = merge (z < Inf, 1, 0 * z); # the factorial is infinite
  else
    least = 10 + k;
    zeta = 0;
    for j = least - 1:-1:0
      zeta = zeta + merge (z + j < least, (z + j) .^ -(k + 1), 0);
    endfor
    v = z + max (ceil (least - z), 0);
    ## (2 * j + k - 1)! / ((2 * j - 1)! * k!) for each j
    j = 1:9;
    c = coefficients () .* cumprod ([k + 1, (2 * j + k + 1) .* (2 * j + k) ./ ((2 * j + 1) .* (2 * j))]);
    zeta += v .^ -k .* (1 / k + 0.5 ./ v + sum_of_powers (c, 1 ./ v .^ 2));
  endif
  y = (-1) ^ (k + 1) * factorial (k) * zeta;

endfunction
