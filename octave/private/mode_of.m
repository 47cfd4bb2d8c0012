## SPDX-License-Identifier: GPL-3.0-or-later

## [M, F, C] = mode_of (CALLER, X, ...): what the function CALLER, mode or gpumode, gives of X.

function [m, f, c] = mode_of (caller, x, dims = {}, varargin)

  if (nargin < 2 || nargin > 3)
    print_usage (caller);
  endif
  check_array (caller, x, {"numeric", "logical"}, "X must be a numeric vector or matrix", "mode, or ");
  dims = dims_or_all (caller, x, dims, 'DIM must be an integer and a valid dimension, a vector of them, or "all"');
  [x, dim, back] = one_dim (x, unique (min (dims, ndims (x) + 1)));
  sz = size (x, 1:max (ndims (x), dim));
  if (isempty (x))
    [m, f, c] = mode_of_nothing (caller, x, dim, sz);
    return;
  endif

  s = __gpuarray__ ("sort", caller, 1, x, dim);
  n = sz(dim);
  sz(dim) = 1;
  if (isgpuarray (s))
    at = along_dim (cumsum (gpuArray.ones (n, 1)), dim); # faster than to bring them there
  else
    at = along_dim (1:n, dim);
  endif
  starts = cat (dim, true (sz), part_along (s, dim, 2:n) != part_along (s, dim, 1:n - 1));
  ## how many equal elements each one is the last of
  lengths = at + 1 - gpucummax (starts .* at, dim);
  [f, last] = gpumax (lengths, [], dim);
  m = restore_dims (take_along (s, dim, last - f + 1), back);
  if (nargout > 2)
    c = reshape (modes (s, lengths, f, dim), size (m));
  endif
  f = restore_dims (f, back);

endfunction

## Of nothing Octave's sizes are these.
function [m, f, c] = mode_of_nothing (caller, x, dim, sz)

  sz(dim) = 1;
  if (prod (sz))
    error ("gpureduce:badArgument", "%s: X has no elements along dimension %d", caller, dim);
  endif
  m = reshape (x, sz);
  f = zeros (merge (size (x, dim) == 0, size (x), sz));
  c = cell (sz);
  if (isgpuarray (x))
    f = gpuArray (f);
  endif

endfunction

## A column of all modes of each segment, which ends of the longest runs in S stand for.
function c = modes (s, lengths, f, dim)

  order = [dim, setdiff(1:ndims (s), dim)];
  lengths = permute (lengths, order);
  is_mode = lengths == permute (f, order);
  ends = find (is_mode);
  s = permute (s, order);
  values = s(ends - lengths(ends) + 1)(:);
  counts = gather (sum (is_mode, 1))(:);
  to = cumsum (counts);
  c = cell (numel (to), 1);
  for k = 1:numel (to)
    c{k} = values(to(k) - counts(k) + 1:to(k));
  endfor

endfunction
