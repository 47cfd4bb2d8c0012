## SPDX-License-Identifier: GPL-3.0-or-later

## [N, IDX] = histc_of (CALLER, X, EDGES, DIM): what the function CALLER, histc or gpuhistc, gives.

function [n, idx] = histc_of (caller, x, edges, dim = [], varargin)

  if (nargin < 3 || nargin > 4)
    print_usage (caller);
  endif
  ## what most calls have needs few steps: they are what a small call takes
  is_there = isa (x, "gpuArray");
  if (! (is_there && isfloat (x)))
    check_array (caller, x, {"numeric", "logical"}, "X must be an array of numbers", "histc, or ");
  endif
  if (! any (strcmp (class (edges), {"double", "single"})) || isa (dim, "gpuArray"))
    is_there |= isgpuarray (edges);
    [edges, dim] = gather (edges, dim);
  endif
  if (! isreal (x))
    error ("gpureduce:badArgument", "%s: X argument must be real-valued, not complex", caller);
  elseif (isempty (edges))
    warning ("%s: empty EDGES specified\n", caller);
    n = idx = [];
    return;
  elseif (! (isreal (edges) && (isnumeric (edges) || islogical (edges))))
    error ("gpureduce:badArgument", "%s: EDGES must be real-valued, not complex", caller);
  endif
  edges = full (edges(:));
  if (! issorted (edges) || edges(1) > edges(end))
    warning ("%s: edge values not sorted on input", caller);
    edges = sort (edges);
  endif
  if (nargin < 4)
    dim = first_longer_dim (x);
  elseif (! (isscalar (dim) && dim == fix (dim) && dim >= 1 && dim <= ndims (x)))
    error ("gpureduce:badArgument", "%s: DIM must be an integer and a valid dimension", caller);
  endif

  if (any (isnan (edges)))
    [n, idx] = histc (gather (x), edges, dim); # these have no places in order
    n = gpuArray (n);
    idx = gpuArray (idx);
  else
    if (! (isfloat (edges) && isa (x, class (edges))))
      [x, edges] = common_numbers (x, edges);
    endif
    if (! isa (x, "gpuArray"))
      x = gpuArray (x);
    endif
    n = __gpuarray__ ("histogram", caller, edges, x, dim);
    if (isargout (2))
      idx = mod (places_among (caller, x, edges), numel (edges) + 1);
    endif
  endif
  if (! is_there)
    n = gather (n);
    if (isargout (2))
      idx = gather (idx);
    endif
  endif

endfunction

## For each element the number of the last edge that is not above it.  It is 0 below all, and one more than there are
## edges above the last one and of NaN.
function places = places_among (caller, x, edges)

  last = edges(end);
  if (isinteger (last))
    edges(end+1:end+(last < intmax (class (last)))) = last + 1;
  elseif (last < Inf)
    edges(end+1) = next_number (last);
  else
    edges(end+1) = NaN;
  endif
  places = __gpuarray__ ("lookup", caller, gpuArray (edges), x, false);

endfunction
