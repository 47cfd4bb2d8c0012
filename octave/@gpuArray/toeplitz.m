## SPDX-License-Identifier: GPL-3.0-or-later

## T = toeplitz (C), (C, R): a matrix with the first column C and the first row R that is constant along its diagonals.
## Of complex C alone it is Hermitian, but for the diagonal.

function t = toeplitz (c, r)

  if (nargin < 1)
    print_usage ("toeplitz");
  elseif (nargin == 1)
    if (! isvector (c))
      error ("gpureduce:badArgument", "toeplitz: C must be a vector");
    endif
    r = c;
    if (iscomplex (c))
      c = conj (c);
      c(1) = r(1);
    endif
  elseif (! (isvector (c) && isvector (r)))
    error ("gpureduce:badArgument", "toeplitz: C and R must be vectors");
  elseif (r(1) != c(1))
    warning ("toeplitz: column wins diagonal conflict");
  endif
  nr = numel (c);
  nc = numel (r);
  data = gpuArray ([r(nc:-1:2)(:); c(:)]);
  t = reshape (data(gpuArray ((1:nr).') + (nc - 1:-1:0)), nr, nc);

endfunction
