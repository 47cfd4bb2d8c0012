## SPDX-License-Identifier: GPL-3.0-or-later

## T = isprime (X): which whole numbers are prime, also of negative ones, or of complex ones among the whole complex numbers,
## by division by all primes up to the root.  A number above 195e8, or of which the square of the modulus is, is an error.

function t = isprime (x)

  if (nargin < 1)
    print_usage ("isprime");
  elseif (any (vec (fix (x) != x)))
    error ("isprime: X contains non-integer entries");
  elseif (isempty (x))
    t = x;
    return;
  elseif (iscomplex (x))
    x = divided (real (x), imag (x));
  endif
  x = abs (x);
  x(isinf (x)) = 0;
  most = gather (max (vec (x)));
  if (most > 195e8)
    error ("gpureduce:unsupported", "isprime: numbers above 19500000000 are not supported for gpuArrays; use gather");
  endif
  x = double (x);
  t = x > 1;
  list = primes (sqrt (double (most)));
  for divisors = {list(list <= 37), list(list > 37)}
    places = find (t);
    if (! (isempty (places) || isempty (divisors{1})))
      t(places) = ! gpuany (@(x, p) rem (x, p) == 0 & x != p, vec (x(places)), divisors{1}, 2);
    endif
  endfor

endfunction

## RE + 1i * IM is prime if this is.
function n = divided (re, im)

  n = merge (re == 0 & mod (im, 4) == 3, im, re .^ 2 + im .^ 2);
  n = merge (im == 0 & mod (re, 4) == 3, re, n);

endfunction
