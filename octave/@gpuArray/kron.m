## SPDX-License-Identifier: GPL-3.0-or-later

## C = kron (A, B, ...): the product of each element of A with all of B, in blocks; further arrays go on from there.
## Elements of integers count as doubles, as in Octave 7.

function c = kron (a, b, varargin)

  if (nargin < 2)
    print_usage ("kron");
  endif
  c = __gpuarray__ ("kron-plain", a, b);
  if (! isgpuarray (c)) # they are no full arrays in floating point
    c = __gpuarray__ ("kron-plain", in_floating_point (a), in_floating_point (b));
  endif
  if (numel (varargin))
    c = kron (c, varargin{:});
  endif

endfunction

function a = in_floating_point (a)

  if (! (isnumeric (a) || islogical (a)))
    error ("gpureduce:badArgument", "kron: arguments must be numbers");
  elseif (isinteger (a) && ndims (a) > 2)
    error ("gpureduce:badArgument", "kron: integers must be matrices");
  elseif (issparse (a))
    error ("gpureduce:unsupported", "kron: sparse arrays are not supported; use full");
  elseif (! isaUnderlying (a, "single"))
    a = double (full (gpuArray (a)));
  endif

endfunction

%!error <^kron: sparse arrays are not supported> kron (gpuArray (1), sparse (2))
%!error <^kron: sparse arrays are not supported> kron (sparse (2), gpuArray (single (1)))
%!error <^kron: arguments must be numbers> kron (gpuArray (1), {1})
%!error <^kron: integers must be matrices> kron (gpuArray (1), ones (2, 2, 2, "int8"))
