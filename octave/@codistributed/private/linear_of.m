## SPDX-License-Identifier: GPL-3.0-or-later

## I = linear_of (P, SEGMENTS, DIMS, KEPT, ALONG): linear indices into an array of size DIMS.  Row k of P has positions,
## from 1 on, through the dimensions ALONG in segment SEGMENTS(k), from 0 on, of the dimensions KEPT.  Position 0 stays.

function i = linear_of (p, segments, dims, kept, along)

  i = (p > 0) .* (1 + place_of (segments, dims, kept) + place_of (p - 1, dims, along));

endfunction

function at = place_of (n, dims, of)

  strides = [1, cumprod(dims)];
  at = 0 * n;
  for k = of
    at = at + mod (n, dims(k)) * strides(k);
    n = floor (n / dims(k));
  endfor

endfunction
