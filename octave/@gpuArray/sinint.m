## SPDX-License-Identifier: GPL-3.0-or-later

## Y = sinint (X): the sine integral, by its series up to the modulus 2 and by expint beyond, computed in double.  It is
## complex if X is.

function y = sinint (x)

  if (nargin < 1)
    print_usage ("sinint");
  elseif (! isnumeric (x))
    error ("sinint: X must be numeric");
  endif
  z = double (vec (x));
  y = z; # 0 has its sign
  is_near = ! (abs (z) > 2) & z != 0;
  near = z(is_near);
  y(is_near) = sum_by_squares (near, near, @(k) (2 * k - 1) / ((2 * k + 1) ^ 2 * (2 * k)));
  is_far = abs (z) > 2;
  far = by_expint (complex (z(is_far)));
  if (isreal (z))
    far = real (far);
  endif
  y(is_far) = far;
  y(z == Inf) = pi / 2;
  y(z == -Inf) = -pi / 2;
  y = reshape (y, size (x));
  if (isaUnderlying (x, "single"))
    y = single (y);
  endif

endfunction

## Of Z on the right and above, of -Z on the left, and of the conjugate below.
function y = by_expint (z)

  is_left = real (z) < 0;
  z = merge (is_left, -z, z);
  is_turned = real (z) == 0 & imag (z) < 0;
  z = merge (is_turned, conj (z), z);
  y = (expint (1i * z) - expint (-1i * z)) * -0.5i + pi / 2;
  y = merge (is_left, -y, y);
  y = merge (is_turned, conj (y), y);

endfunction
