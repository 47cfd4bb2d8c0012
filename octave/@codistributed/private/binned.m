## SPDX-License-Identifier: GPL-3.0-or-later

## [N, IDX] = binned (CALLER, D, EDGES, DIM): what the function CALLER, histc or gpuhistc, gives of a codistributed array.
##
## Along the distributed dimension each process counts its own part, and all add what they have counted, which are whole
## numbers.

function [n, idx] = binned (caller, d, edges, dim, varargin)

  if (nargin < 3 || nargin > 4)
    print_usage (caller);
  elseif (! isobject (d) || isa (edges, "codistributed"))
    error ("gpureduce:badArgument", "%s: only the first argument can be codistributed", caller);
  elseif (isempty (edges))
    error ("gpureduce:unsupported", "%s: no EDGES are not supported for codistributed arrays", caller);
  elseif (nargin < 4)
    dim = [find(d.size != 1, 1), 1](1);
  elseif (! (isscalar (dim) && isreal (dim) && dim == fix (dim) && dim >= 1 && dim <= numel (d.size)))
    error ("gpureduce:badArgument", "%s: DIM must be an integer and a valid dimension", caller);
  endif
  failure = n = idx = [];
  x = local_of (d);
  try
    if (! isempty (x) && nargout > 1)
      [n, idx] = gpuhistc (x, edges, dim);
    elseif (! isempty (x))
      n = gpuhistc (x, edges, dim);
    else # which has other sizes there
      idx = zeros (size (x));
      sz = size (x, 1:max (ndims (x), dim));
      sz(dim) = numel (edges);
      n = zeros (sz);
    endif
  catch failure
    failure.message = regexprep (failure.message, '^\w+: ', [caller ": "]);
  end_try_catch
  call = sprintf ("%s of a codistributed array of %s along %d, edges %s", caller, size_text (d.size), dim, ...
                  hash ("md5", sprintf ("%.17g ", gather (edges))));
  if (dim == d.dim)
    n = sum (each_part (call, failure, d, n), ndims (n) + 1);
  else
    each_part (call, failure, d);
    dims = d.size;
    dims(dim) = numel (edges);
    n = on_side_of (d, n);
    n = with_local (d, n, d.dim, d.parts, dims, false);
  endif
  if (nargout > 1)
    idx = with_local (d, on_side_of (d, idx), d.dim, d.parts, d.size, false);
  endif

endfunction

## A where the elements of D are.
function a = on_side_of (d, a)

  if (d.on_device)
    a = gpuArray (a);
  endif

endfunction
