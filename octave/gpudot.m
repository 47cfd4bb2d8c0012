## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{d} =} gpudot (@var{x}, @var{y})
## @deftypefnx {} {@var{d} =} gpudot (@var{x}, @var{y}, @var{dim})
## Dot product of vectors: the sum of @code{conj (@var{x}) .* @var{y}}.
##
## @var{x} and @var{y} are full numeric arrays of the same size, on the host or gpuArrays, or without @var{dim} vectors
## of the same number of elements.  The products are summed along dimension @var{dim}, by default the first whose size is
## not 1.
##
## Floating-point gpuArrays are read once, and are multiplied and summed as doubles; of others, and where the elements up to
## dimension @var{dim} are fewer than 1024, the products are stored first.
##
## The class is single if one of both is, else double.  Products of integers saturate in their class, and their sum is a
## double, as those of Octave's @code{dot}; so they are exact where its are.  Of floating point the result
## differs from its by less than @code{2 * n * eps * sum (abs (@var{x} .* @var{y}))} for @var{n} products, and twice
## that of complex elements.
##
## The sum of no products is that of @code{gpusum}: @code{gpudot ([], [])} is 0, while @code{dot ([], [])} is
## @code{zeros (1, 0)}.
## A vector as @var{dim} is refused; @code{dot} takes its first element.
##
## @example
## @group
## gpudot ([1 2 3], [4; 5; 6])
##   @result{} 32
## gpudot ([1 2; 3 4], [1 1; 2 0], 2)
##   @result{} 3
##      6
## @end group
## @end example
## @seealso{gpusum, gpusumsq, gpuvecnorm, dot}
## @end deftypefn

function d = gpudot (varargin)

  error ("gpureduce:notBuilt", "gpudot: the compiled gateway gpudot.mex is missing; run 'make'");

endfunction

%!shared A, B
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! B = reshape (mod (5 * (1:24), 17) - 8, 2, 3, 4);
%!assert (gpudot (A, B), dot (A, B))
%!test
%! for dim = 1:4
%!   for f = {@double, @single, @int8, @uint16, @(x) x + 2i * flip(x), @(x) single(x - 1i)}
%!     assert (gpudot (f{1} (A), f{1} (B), dim), dot (f{1} (A), f{1} (B), dim));
%!   endfor
%!   assert (gpudot (int8 (9 * A), 9 * B, dim), dot (int8 (9 * A), 9 * B, dim));
%!   assert (gpudot (single (A), B, dim), dot (single (A), B, dim));
%! endfor
%!assert (gpudot (int8 ([100 100]), int8 ([2 1])), 227)
%!assert (gpudot ([1 2 3], [4; 5; 6]), 32)
%!error <gpudot: sizes of X and Y must match> gpudot ([1; 2], [3 4], 1)
%!assert (gpudot ([1i 2], [1 2i]), dot ([1i 2], [1 2i]))
%!test # rounding
%! n = 1001;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%! y = cos (1:n);
%! assert (gpudot (x, y), dot (x, y), 2 * n * eps * sum (abs (x .* y)));
%!test # gpuArrays
%! for sz = {[3000 1], [1 3000], [40 70 3], [1030 5], [5 1030], [300 33 2]}
%!   A = reshape (mod (7 * (1:prod (sz{1})), 19) - 9, sz{1});
%!   B = reshape (mod (5 * (1:prod (sz{1})), 17) - 8, sz{1});
%!   for f = {@double, @single, @int8, @(x) x + 2i * flip(x), @(x) single(x - 1i)}
%!     for g = {f{1}, @(x) x / 2}
%!       for dim = 1:4
%!         want = dot (f{1} (A), g{1} (B), dim);
%!         got = gpudot (gpuArray (f{1} (A)), gpuArray (g{1} (B)), dim);
%!         assert (gather (got), want);
%!         assert (underlyingType (got), class (want));
%!       endfor
%!     endfor
%!   endfor
%!   assert (gather (gpudot (gpuArray (A), gpuArray (B))), dot (A, B));
%! endfor
%!test # rounding of gpuArrays
%! n = 100003;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%! y = cos (1:n);
%! assert (gather (gpudot (gpuArray (x), gpuArray (y))), dot (x, y), 2 * n * eps * sum (abs (x .* y)));
%!test # empties
%! for sz = {[0 3], [3 0], [1 0], [0 1], [2 0 3]}
%!   assert (gpudot (zeros (sz{1}), zeros (sz{1})), dot (zeros (sz{1}), zeros (sz{1})));
%! endfor
%! assert (gpudot ([], []), 0);
%! assert (gpudot (zeros (1, 0), zeros (0, 1)), 0);
%!error <Invalid call to gpudot> gpudot (1)
%!error <X and Y must be numeric> gpudot ([true false], [1 2])
%!error <X and Y must be numeric; given was one of class char> gpudot ([1 2], "ab")
%!error <sizes of X and Y must match> gpudot (3, [1 2])
%!error <sizes of X and Y must match> gpudot (ones (2, 3), ones (3, 2))
%!error <DIM must be a valid dimension; given was 0> gpudot (1, 1, 0)
%!error <gpudot: X of class int8 and Y of class int16 cannot be multiplied> gpudot (int8 ([1 2]), int16 ([1 2]))
%!error <gpudot: X of class complex double and Y of class int16 cannot be multiplied> gpudot ([1i 2], int16 ([1 2]))
%!error <gpudot: codistributed arrays are not supported> gpudot (1:3, codistributed (1:3))
%!error <sparse input is not supported; use dot> gpudot (sparse (1), 1)
