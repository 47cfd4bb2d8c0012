## SPDX-License-Identifier: GPL-3.0-or-later

## H = hankel (C), (C, R): a matrix with the first column C and the last row R, or zeros, that is constant along its
## antidiagonals.

function h = hankel (c, r)

  if (nargin < 1)
    print_usage ("hankel");
  elseif (nargin == 1)
    if (! isvector (c))
      error ("gpureduce:badArgument", "hankel: C must be a vector");
    endif
    r = zeros (1, numel (c));
  elseif (! (isvector (c) && isvector (r)))
    error ("gpureduce:badArgument", "hankel: C and R must be vectors");
  elseif (r(1) != c(end))
    warning ("hankel: column wins anti-diagonal conflict");
  endif
  nr = numel (c);
  nc = numel (r);
  data = gpuArray ([c(:); r(2:nc)(:)]);
  h = reshape (data(gpuArray ((1:nr).') + (0:nc - 1)), nr, nc);

endfunction
