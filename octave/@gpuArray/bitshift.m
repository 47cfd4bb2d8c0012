## SPDX-License-Identifier: GPL-3.0-or-later

## B = bitshift (A, K), (A, K, N): bits of the whole numbers A moved to the left by K, of which N are kept.

function b = bitshift (a, k, n)

  if (nargin < 2)
    print_usage ("bitshift");
  endif
  is_number = @(x) isnumeric (x) || islogical (x);
  type = underlyingType (a);
  if (! is_number (k) || any (vec (k != fix (k) | isinf (k))))
    error ("gpureduce:badArgument", "bitshift: K must be a scalar or array of integers");
  elseif (! isnumeric (a))
    error ("gpureduce:badArgument", "bitshift: not defined for %s objects", type);
  elseif (! size_equal (a, k) && ! isscalar (a) && ! isscalar (k))
    error ("gpureduce:badArgument", "bitshift: size of A and N must match, or one operand must be a scalar");
  endif
  a = real (gpuArray (a)); # Octave passes over imaginary parts, too
  b = __gpuarray__ ("bitshift", a, real (k));
  if (nargin > 2)
    b = kept_bits (b, type, gather (n));
  endif

endfunction

## The last N bits, and those of the sign.
function b = kept_bits (b, type, n)

  if (numel (n) != 1)
    error ("gpureduce:badArgument", "bitshift: N must be a scalar integer");
  elseif (! isnumeric (n))
    error ("gpureduce:badArgument", "bitshift: N must be an integer");
  elseif (n < 0)
    error ("gpureduce:badArgument", "bitshift: N must be positive");
  endif
  n = fix (double (n));
  if (isfloat (b))
    mask = 2 ^ min (n, log2 (flintmax (type))) - 1;
    b = cast (sign (b) .* bitand (abs (b), mask) + 0, type); # no -0
  else
    digits = sizeof (zeros (type)) * 8 - (intmin (type) < 0);
    if (n < digits)
      mask = bitshift (intmax (type), n - digits);
      b = bitand (b, bitor (mask, intmin (type)));
    endif
  endif

endfunction
