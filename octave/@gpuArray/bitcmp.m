## SPDX-License-Identifier: GPL-3.0-or-later

## C = bitcmp (A), (A, K): the other bits of whole numbers, or the last K of them.

function c = bitcmp (a, k)

  if (nargin < 1)
    print_usage ("bitcmp");
  elseif (! isnumeric (a))
    error ("gpureduce:badArgument", "bitcmp: invalid class %s", underlyingType (a));
  elseif (isfloat (a))
    every = flintmax (a) - 1;
    most = log2 (flintmax (a));
  else
    type = underlyingType (a);
    most = 8 * sizeof (zeros (type));
    every = bitpack (true (1, most), type);
  endif
  if (nargin == 2)
    k = gather (k);
    if (! isscalar (k) || floor (k) != k)
      error ("gpureduce:badArgument", "bitcmp: K must be a scalar integer");
    elseif (k < 1 || k > most)
      error ("gpureduce:badArgument", "bitcmp: K must be in the range [1,%d]", most);
    endif
  endif
  a = gpuArray (a);
  if (nargin == 1 || k == most)
    c = bitxor (a, every);
  else
    mask = bitshift (every, double (k) - most);
    c = bitxor (bitand (a, mask), mask);
  endif

endfunction
