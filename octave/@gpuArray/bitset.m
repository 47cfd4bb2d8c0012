## SPDX-License-Identifier: GPL-3.0-or-later

## C = bitset (A, N), (A, N, VAL): the whole numbers A with their Nth bit set, or cleared where VAL is 0.

function c = bitset (a, n, val = true)

  if (nargin < 2)
    print_usage ("bitset");
  endif
  a = gpuArray (a);
  if (any (a(:) < 0))
    error ("gpureduce:badArgument", "bitset: A must be >= 0");
  endif
  [differ, a, n, val] = common_size (a, n, val);
  if (differ)
    error ("gpureduce:badArgument", "bitset: A, N, and VAL must be the same size or scalar");
  elseif (isempty (a))
    c = gpuArray ([]);
    return;
  elseif (! isnumeric (a) || iscomplex (a))
    error ("gpureduce:badArgument", "bitset: invalid class %s", underlyingType (a));
  elseif (isfloat (a))
    most = log2 (flintmax (a));
  else
    most = ceil (log2 (double (intmax (a))));
  endif
  if (any (n(:) < 1 | n(:) > most))
    error ("gpureduce:badArgument", "bitset: N must be in the range [1,%d]", most);
  endif
  mask = bitshift (cast (ones (size (n)), "like", a), round (double (n)) - 1);
  c = merge (logical (gpuArray (val)), bitor (a, mask), bitand (a, bitcmp (mask)));

endfunction
