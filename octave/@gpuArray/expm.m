## SPDX-License-Identifier: GPL-3.0-or-later

## R = expm (A): e to the power of a matrix, by Pade's approximation of the eighth order of a matrix that is divided by a
## power of 2, and squares of that.  Octave's function balances the matrix first; this one does not.

function r = expm (a)

  if (nargin < 1)
    print_usage ("expm");
  elseif (! isnumeric (a) || rows (a) != columns (a) || ndims (a) > 2)
    error ("expm: A must be a square matrix");
  elseif (isempty (a))
    r = a;
    return;
  elseif (isscalar (a))
    r = exp (a);
    return;
  endif
  n = rows (a);
  one = eye (n, "like", real (a));
  shift = max (real (gather (trace (a))) / n, 0); # e to the power of the rest does not overflow before the result
  a -= shift * one;
  [~, e] = log2 (double (gather (norm (a, "inf"))));
  turns = min (max (e, 0), 1023);
  a *= 2 ^ -turns;
  order = 8;
  c = cumprod ((order:-1:1) ./ ((2 * order:-1:order + 1) .* (1:order)));
  square = a * a;
  even = one;
  odd = zeros (size (a), "like", a);
  term = one; # an even power of a
  for k = 1:order
    if (mod (k, 2))
      odd += c(k) * term;
    else
      term = term * square;
      even += c(k) * term;
    endif
  endfor
  odd = a * odd;
  r = (even - odd) \ (even + odd);
  for k = 1:turns
    r = r * r;
  endfor
  if (shift)
    r *= exp (shift);
  endif

endfunction
