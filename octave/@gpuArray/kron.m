## SPDX-License-Identifier: GPL-3.0-or-later

## C = kron (A, B, ...): the product of each element of A with all of B, in blocks; further arrays go on from there.
## Elements of integers count as doubles, as in Octave 7.

function c = kron (a, b, varargin)

  if (nargin < 2)
    print_usage ("kron");
  elseif (nargin == 2) # most calls need no more
    c = __gpuarray__ ("kron-plain", a, b);
    if (isa (c, "gpuArray"))
      return;
    endif
  endif
  a = matrix_of (a);
  b = matrix_of (b);
  places = reshape (b, rows (b), 1, columns (b), 1) .* reshape (a, 1, rows (a), 1, columns (a));
  c = reshape (places, rows (a) * rows (b), columns (a) * columns (b));
  if (numel (varargin))
    c = kron (c, varargin{:});
  endif

endfunction

function a = matrix_of (a)

  if (isgpuarray (a) && isfloat (a) && ndims (a) == 2)
    return;
  elseif (! (isnumeric (a) || islogical (a)))
    error ("gpureduce:badArgument", "kron: arguments must be numbers");
  elseif (isinteger (a) && ndims (a) > 2)
    error ("gpureduce:badArgument", "kron: integers must be matrices");
  elseif (! isaUnderlying (a, "single"))
    a = double (full (gpuArray (a)));
  endif
  a = reshape (gpuArray (a), rows (a), prod (size (a)(2:end)));

endfunction
