## SPDX-License-Identifier: GPL-3.0-or-later

## Y = cosint (X): the cosine integral, by its series up to the modulus 2 and by expint beyond, computed in double.  It is
## complex unless all numbers are real and none is negative or -0.

function y = cosint (x)

  if (nargin < 1)
    print_usage ("cosint");
  elseif (! isnumeric (x))
    error ("cosint: X must be numeric");
  endif
  z = double (vec (x));
  is_real = isreal (z) && ! any (signbit (z) & ! isnan (z));
  z = complex (z);
  ## of infinite numbers that are not real it is 0, as in Octave
  y = 0 * ones (size (z), "like", z);
  y(z == -Inf) = 1i * pi;
  y(z == -Inf & signbit (imag (z))) = -1i * pi;
  is_near = ! (abs (z) > 2);
  y(is_near) = series (z(is_near));
  is_far = ! (is_near | isinf (z));
  y(is_far) = by_expint (z(is_far));
  if (is_real)
    y = real (y);
  endif
  y = reshape (y, size (x));
  if (isaUnderlying (x, "single"))
    y = single (y);
  endif

endfunction

function y = series (z)

  gamma = 0.57721566490153286061;
  y = gamma + log (z) + sum_by_squares (z, -z .^ 2 / 4, @(k) 2 * k / ((2 * k + 2) ^ 2 * (2 * k + 1)));

endfunction

## Of Z on the right, and of -Z or its conjugate there on the left.
function y = by_expint (z)

  is_turned = real (z) <= 0 & signbit (imag (z));
  z = merge (is_turned, conj (z), z);
  is_left = real (z) < 0;
  z = merge (is_left, -z, z);
  y = (expint (1i * z) + expint (-1i * z)) / -2 + 1i * pi * is_left;
  y = merge (is_turned, conj (y), y);

endfunction
