## SPDX-License-Identifier: GPL-3.0-or-later

## C = nchoosek (N, K), (V, K): of a number, which is taken as one of the host; or rows of K elements of V, on the device.

function c = nchoosek (v, k)

  if (nargin != 2)
    print_usage ("nchoosek");
  endif
  k = gather (k);
  if (! isgpuarray (v) || (isscalar (v) && isnumeric (v)))
    c = nchoosek (gather (v), k);
    return;
  elseif (! isvector (v))
    error ("gpureduce:badArgument", "nchoosek: first argument must be a scalar or a vector");
  elseif (! (isreal (k) && isscalar (k) && k >= 0 && k == fix (k)))
    error ("gpureduce:badArgument", "nchoosek: K must be an integer >= 0");
  endif
  places = nchoosek (1:numel (v), k);
  c = v(places(:));
  if (k > 0)
    c = reshape (c, size (places));
  endif

endfunction
