## SPDX-License-Identifier: GPL-3.0-or-later

## N = counts_of (CALLER, PLACES, COUNT, DIM): for each segment of PLACES, a gpuArray, along dimension DIM how many of its
## elements are 1, 2, and so on up to COUNT.  Others are left out.

function n = counts_of (caller, places, count, dim)

  sz = size (places, 1:max (ndims (places), dim));
  inner = prod (sz(1:dim-1));
  outer = prod (sz(dim+1:end));
  if (inner == 1 && outer == 1)
    subs = {places};
    to = [count, 1];
  elseif (inner == 1)
    subs = {reshape(places, sz(dim), outer), 1:outer};
    to = [count, outer];
  else
    subs = {(1:inner).', reshape(places, inner, sz(dim), outer), reshape(1:outer, 1, 1, outer)};
    to = [inner, count, outer];
  endif
  n = __gpuarray__ ("reduce-keys", caller, "sum", 1, subs, to, [], true);
  sz(dim) = count;
  n = reshape (n, sz);

endfunction
