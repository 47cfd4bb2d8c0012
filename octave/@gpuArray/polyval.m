## SPDX-License-Identifier: GPL-3.0-or-later

## Y = polyval (P, X), (P, X, [], MU): the polynomial with coefficients P, of falling degree, at X, or at X less MU(1) and
## over MU(2); four degrees in each pass.

function [y, dy] = polyval (p, x, s = [], mu = [])

  if (nargin < 2)
    print_usage ("polyval");
  elseif (nargout > 1)
    options = {s, mu};
    [y, dy] = builtin ("polyval", p, x, options{1:nargin - 2}); # which divides by a matrix
    return;
  elseif (! isfloat (p) || (! isvector (p) && ! isempty (p)))
    error ("gpureduce:badArgument", "polyval: P must be a numeric floating point vector");
  elseif (! isfloat (x))
    error ("gpureduce:badArgument", "polyval: X must be numeric floating point");
  elseif (nargin == 4 && (! isfloat (mu) || numel (mu) < 2))
    error ("gpureduce:badArgument", "polyval: MU must be numeric floating point with 2 values");
  endif
  x = gpuArray (x);
  if (isempty (p) || isempty (x))
    type = {"double", "single"}{1 + (isaUnderlying (p, "single") || isaUnderlying (x, "single"))};
    y = zeros (size (x), type, "gpuArray");
    return;
  elseif (nargin == 4)
    mu = gather (mu);
    x = (x - mu(1)) / mu(2);
  endif
  p = gather (p);
  n = numel (p);
  y = p(1) * ones (size (x), "like", real (x));
  for k = 2:4:n - 3
    [a, b, c, d] = num2cell (p(k:k+3)){:};
    y = arrayfun (@(y, x) (((y .* x + a) .* x + b) .* x + c) .* x + d, y, x);
  endfor
  for k = n - mod (n - 1, 4) + 1:n
    y = y .* x + p(k);
  endfor

endfunction
