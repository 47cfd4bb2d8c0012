## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpufilter (@var{b}, @var{a}, @var{x})
## @deftypefnx {} {[@var{y}, @var{sf}] =} gpufilter (@var{b}, @var{a}, @var{x}, @var{si})
## @deftypefnx {} {[@var{y}, @var{sf}] =} gpufilter (@var{b}, @var{a}, @var{x}, [], @var{dim})
## @deftypefnx {} {[@var{y}, @var{sf}] =} gpufilter (@var{b}, @var{a}, @var{x}, @var{si}, @var{dim})
## Filter @var{x} along a dimension.
##
## @var{y} is the solution of @code{a(1) y(n) + a(2) y(n-1) + @dots{} = b(1) x(n) + b(2) x(n-1) + @dots{}}.
##
## @var{b} and @var{a} are vectors of any length, and the first element of @var{a} is not 0.  @var{x} is a full numeric or logical array, real or complex, on the host or a gpuArray.  It is
## filtered along dimension @var{dim}, by default the first whose size is not 1.
##
## @var{si} is the state before the first element, by default 0: an array whose first dimension has one element less than
## the longer one of @var{a} and @var{b}, and whose others are those of @var{x} but for @var{dim}; beside a vector @var{x}
## it is a vector.  @var{sf} is the state behind the last element, so that a signal may be filtered in parts.
##
## These are arguments, states and errors of Octave's @code{filter}.  The result is single if an argument is, else double,
## and on the device if @var{b}, @var{a}, @var{x} or @var{si} is.
##
## A recursion is a scan, since each element is an affine map of the state before it, and the composition of affine maps
## is associative.  Of the first order, with @code{a = [1, -0.5]}:
##
## @example
## @group
## f = @@(p, q, r, t) @{p .* r, r .* q + t@};
## gpuscan (f, [1 1 1], "map", @@(x) @{0.5, x@}, "finish", @@(p, q) q)
##   @result{} 1.0000  1.5000  1.7500
## gpufilter (1, [1 -0.5], [1 1 1])
##   @result{} 1.0000  1.5000  1.7500
## @end group
## @end example
##
## Of the second order the state is @code{[y(n); y(n-1)]}, and the matrix of its map @code{M = [-a(2), -a(3); 1, 0]}.  By its
## characteristic equation products of such matrices are @code{u * M + v}, so that a map has the four values @var{u},
## @var{v} and a vector:
##
## @example
## @group
## a = [1 -0.5 0.25];
## f = @@(u, v, q, r, w, z, s, t) @{u .* z + v .* w - a(2) .* u .* w, v .* z - a(3) .* u .* w, ...
##     w .* (-a(2) .* q - a(3) .* r) + z .* q + s, w .* q + z .* r + t@};
## @end group
## @end example
##
## where captured numbers such as @code{a(2)} are variables of their own.  What @var{b} adds is computed before, as a
## convolution.
##
## That takes products of maps.  All elements have the same matrix, so this function cuts segments into blocks instead,
## of orders up to 16: each is filtered from nothing, which gives what its elements add to the state; the states before
## all blocks are found of these by products with the matrix of a block; and each block is filtered again, from its own
## state.  That reads the elements twice, or once where there are segments enough.  Recursions of a higher order go
## through each segment from its first element to its last one, which is slow unless there are thousands of segments.
##
## Without a recursion results have the bits of @code{filter}: an element of N terms is within N units of rounding of
## the sum of their moduli.  With one they differ by rounding errors, which are made at other places: each
## error of an element, at most order + 2 units of rounding of the moduli that it is summed of, goes through the
## recursion as @var{x} does.  The sum of the moduli of the impulse response is how much that can enlarge
## them, as in Octave's own.  Filters that are not stable give Inf or NaN where powers of their poles overflow, and
## an Inf in @var{x} may become NaN where these underflow, and may stay Inf where @code{filter} multiplies it by 0.
## @seealso{gpuscan, gpucumsum, filter}
## @end deftypefn

function [y, sf] = gpufilter (b, a, x, si = [], dim = [])

  if (nargin < 3)
    print_usage ();
  endif
  is_there = any (cellfun (@isgpuarray, {b, a, x, si}));
  check_array ("gpufilter", x, {"numeric", "logical"}, "X must be a numeric or logical array");
  [b, a] = deal (taps (b), taps (a));
  if (isempty (a) || a(1) == 0)
    error ("gpureduce:badArgument", "gpufilter: the first element of A must be nonzero");
  endif
  if (isempty (b))
    b = 0;
  endif
  if (nargin < 5)
    dim = [find(size (x) != 1, 1), 1](1);
  else
    dim = check_dim ("gpufilter", dim, ndims (x), "DIM must be a valid dimension");
  endif
  si = state (si, x, dim, max (numel (a), numel (b)) - 1);

  ## in one class, and a(1) is 1
  to = {"double", "single"}{1 + any(strcmp ("single", {underlyingType(x), underlyingType(si), class(a), class(b)}))};
  [b, a, si] = deal (cast (b / a(1), to), cast (a / a(1), to), cast (si, to));
  if (! strcmp (underlyingType (x), to))
    x = cast (x, to);
  endif
  order = find (a != 0, 1, "last") - 1;

  x = gpuArray (x);
  y = x;
  if (size (x, dim) > 0)
    y = filtered (a(1:order+1), b, x, si, dim);
  endif
  if (nargout > 1)
    sf = last_state (b, a, x, y, si, dim);
    if (is_there)
      sf = gpuArray (sf);
    endif
  endif
  if (! is_there)
    y = gather (y);
  endif

endfunction

## A vector of coefficients, as a column on the host.
function c = taps (c)

  c = gather (c);
  if (! ((isnumeric (c) || islogical (c)) && (isvector (c) || isempty (c))))
    error ("gpureduce:badArgument", "gpufilter: A and B must be vectors");
  endif
  c = full (c(:));
  if (! isfloat (c))
    c = double (c);
  endif

endfunction

## The state before the first element on the host, one row for each of COUNT numbers; or what was given, if that is empty.
function si = state (si, x, dim, count)

  si = gather (si);
  if (! (isnumeric (si) || islogical (si)))
    error ("gpureduce:badArgument", "gpufilter: X and SI must be arrays");
  elseif (isempty (si))
    return;
  endif
  si = full (si);
  if (! isfloat (si))
    si = double (si);
  endif
  if (isvector (si) && ndims (x) == 2 && any (size (x) == 1))
    si = si(:);
  endif
  others = size (x);
  others(dim) = [];
  if (rows (si) != count)
    error ("gpureduce:badArgument", ["gpufilter: first dimension of SI must be of length " ...
           "max (length (a), length (b)) - 1"]);
  elseif (! isequal ([size(si)(2:end), 1], [others, 1]) && ! isequal (size (si)(2:end), others))
    error ("gpureduce:badArgument", "gpufilter: dimensionality of SI and X must agree");
  endif

endfunction

## The filter on the device.
function x = filtered (a, b, x, si, dim)

  if (numel (b) > 1 || ! isempty (si))
    x = sums_of_taps (b, x, si, dim);
  elseif (b != 1)
    x = b .* x;
  endif
  if (numel (a) > 1)
    if (! (isreal (a) || iscomplex (x)))
      x = complex (x);
    endif
    x = __gpuarray__ ("recur", "gpufilter", -a(2:end), x, dim);
  endif

endfunction

## What B adds, from the state SI on: a convolution, whose sums begin with the state.
function y = sums_of_taps (b, x, si, dim)

  n = size (x, dim);
  b(n+1:end) = [];
  is_complex = ! (isreal (b) && isreal (x) && isreal (si));
  parts = {reshape(b, [ones(1, dim - 1), numel(b), 1]), x};
  sz = size (x);
  if (! isempty (si))
    count = min (n, rows (si));
    state = reshape (si(1:count,:), [count, sz([1:dim-1, dim+1:end])]);
    sz(dim) = n - count;
    parts{3} = cat (dim, gpuArray (ipermute (state, [dim, 1:dim-1, dim+1:numel(sz)])), zeros (sz, class (b), "gpuArray"));
  endif
  parts = cellfun (@gpuArray, parts, "UniformOutput", false);
  if (is_complex)
    parts = cellfun (@complex, parts, "UniformOutput", false);
  endif
  parts(end+1:3) = {[]};
  y = __gpuarray__ ("convolve", "gpufilter", parts{[2 1]}, zeros (1, ndims (x)), size (x), parts{3});

endfunction

## Elements of A at PLACES along DIM.
function part = part_of (A, dim, places)

  index = repmat ({":"}, 1, ndims (A));
  index{dim} = places;
  part = A(index{:});

endfunction

## The state behind the last element depends on as many elements as it has numbers, and on the first state only where there
## are fewer of them.  It is the sum of those of two filters without a recursion, one of x and one of y.
function sf = last_state (b, a, x, y, si, dim)

  n = size (x, dim);
  count = max (numel (a), numel (b)) - 1;
  places = max (1, n - count + 1):n;
  if (n >= count && n > 0)
    si = [];
  endif
  b(end+1:count+1) = 0;
  a(end+1:count+1) = 0;
  a(1) = 0;
  to_front = [dim, 1:dim-1, dim+1:ndims(x)];
  last = @(z) permute (gather (part_of (z, dim, places)), to_front);
  [~, sf] = filter (b, 1, last (x), si, 1);
  if (any (a) && n > 0)
    [~, less] = filter (a, 1, last (y), [], 1);
    sf -= less;
  endif

endfunction

%!shared x, z
%! x = reshape (mod (7 * (1:120), 19) - 9, 5, 6, 4);
%! z = x + 2i * flip (x);
%!test # orders 0 to 2 and more taps, all dimensions, classes
%! for b = {2, [1 -3], [1 2 3], [4 0 -1 2 5]}
%!   for a = {1, 2, [1 -0.5], [2 1], [1 -0.5 0.25], [-2 1 1], [1 0 -0.5], [1 0.5 0]}
%!     for v = {x, single(x), int8(x), x > 0, z}
%!       for dim = 1:3
%!         [want, state] = filter (b{1}, a{1}, v{1}, [], dim);
%!         [got, sf] = gpufilter (b{1}, a{1}, v{1}, [], dim);
%!         near = 100 * eps (class (want)) * max (abs (want(:)));
%!         assert (got, want, near);
%!         assert (sf, state, near);
%!         assert (class (got), class (want));
%!       endfor
%!     endfor
%!   endfor
%! endfor
%!test # complex coefficients
%! for a = {1, [1 0.5i], [1i 0.5 0.25i]}
%!   for v = {x, z, single(x)}
%!     want = filter ([1 2i], a{1}, v{1});
%!     assert (gpufilter ([1 2i], a{1}, v{1}), want, 100 * eps (class (want)) * max (abs (want(:))));
%!   endfor
%! endfor
%!test # without a recursion there are the same bits
%! y = sin (1:200).';
%! assert (gpufilter (cos (1:7), 1, y), filter (cos (1:7), 1, y));
%! assert (gpufilter (cos (1:7), 3, single (y)), filter (single (cos (1:7)), single (3), single (y)), eps ("single"));
%!test # states, in parts, of all lengths
%! for ba = {{1, [1 -0.9]}, {[1 2], [1 0.5]}, {[1 2 1], [1 -0.5 0.25]}, {[1 2 3 4], [1 -0.5]}, {[3 1 2], 1}}
%!   [b, a] = ba{1}{:};
%!   si = (1:max (numel (a), numel (b)) - 1) / 2;
%!   for n = [0:9, 100]
%!     y = mod (7 * (1:n), 19) - 9;
%!     y = reshape (y, 1, n);
%!     if (n != 1)
%!       [want, state] = filter (b, a, y, si, 2);
%!       [got, sf] = gpufilter (b, a, y, si, 2);
%!       assert (got, want, 1e-11);
%!       assert (sf, state, 1e-11);
%!     endif
%!   endfor
%!   [one, sf] = gpufilter (b, a, y(1:37), si);
%!   two = gpufilter (b, a, y(38:end), sf);
%!   assert ([one two], filter (b, a, y, si), 1e-11);
%! endfor
%!test # a state for each channel
%! for dim = 1:3
%!   others = size (x);
%!   others(dim) = [];
%!   si = reshape (mod (5 * (1:2*prod (others)), 7), [2, others]);
%!   [want, state] = filter ([1 2 1], [1 -0.5 0.25], x, si, dim);
%!   [got, sf] = gpufilter ([1 2 1], [1 -0.5 0.25], gpuArray (x), si, dim);
%!   assert (gather (got), want, 1e-12);
%!   assert (isgpuarray (sf));
%!   assert (gather (sf), state, 1e-12);
%! endfor
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   [want, state] = filter (1, [1 2], zeros (sz{1}));
%!   [got, sf] = gpufilter (1, [1 2], zeros (sz{1}));
%!   assert (got, want);
%!   assert (sf, state);
%! endfor
%!test # higher orders, real and complex, of several segments
%! for a = {poly(0.5 * exp (1i * (1:5))), real(poly ([0.9, 0.7, -0.5, 0.3, 0.2, -0.6, 0.8, 0.1])), [1, 0, 0, 0.5]}
%!   for v = {x, single(x), z}
%!     for dim = 1:3
%!       [want, state] = filter ([1 2], a{1}, v{1}, [], dim);
%!       [got, sf] = gpufilter ([1 2], a{1}, v{1}, [], dim);
%!       near = 1000 * eps (class (want)) * max (abs (want(:)));
%!       assert (got, want, near);
%!       assert (sf, state, near);
%!       assert (class (got), class (want));
%!     endfor
%!   endfor
%! endfor
%!test # as an overload of filter
%! y = filter ([1 2], [1 -0.5], gpuArray (single (x)), [], 2);
%! assert (isgpuarray (y));
%! assert (gather (y), filter ([1 2], [1 -0.5], single (x), [], 2), 1e-4);
%! [y, sf] = filter (gpuArray (1), [1 -0.5], 1:3);
%! assert (gather (y), filter (1, [1 -0.5], 1:3));
%! assert (gather (sf), 2.125);
%!test # a pole near 1, one pair that rings
%! n = 5000;
%! y = sin ((1:n) .^ 2).';
%! for a = {[1 -0.999], [1 -1], poly(0.995 * exp (0.3i * [1 -1])), poly([0.9 0.9]), [1 -2 1]}
%!   want = filter (1, real (a{1}), y);
%!   assert (gpufilter (1, real (a{1}), y), want, 1e-9 * max (abs (want)));
%! endfor
%!error <Invalid call to gpufilter> gpufilter (1, 2)
%!error <A and B must be vectors> gpufilter (ones (2), 1, 1:3)
%!error <A and B must be vectors> gpufilter (1, {1}, 1:3)
%!error <A and B must be vectors> gpufilter ("a", 1, 1:3)
%!error <the first element of A must be nonzero> gpufilter (1, [0 1], 1:3)
%!error <the first element of A must be nonzero> gpufilter (1, [], 1:3)
%!error <X must be a numeric or logical array; given was one of class cell> gpufilter (1, 1, {1})
%!error <X and SI must be arrays> gpufilter (1, [1 2], 1:3, {1})
%!error <first dimension of SI must be of length> gpufilter (1, [1 2], 1:3, [1 2])
%!error <first dimension of SI must be of length> gpufilter (1, [1 2], ones (2, 3), [1; 2])
%!error <dimensionality of SI and X must agree> gpufilter (1, [1 2], 1:3, 3, 1)
%!error <dimensionality of SI and X must agree> gpufilter (1, [1 2], ones (2, 3), [1 2])
%!error <DIM must be a valid dimension; given was 3> gpufilter (1, [1 2], ones (2, 3), [], 3)
%!error <DIM must be a valid dimension; given was 0> gpufilter (1, [1 2], ones (2, 3), [], 0)
%!error <sparse input is not supported; use filter> gpufilter (1, 1, sparse (1:3))
