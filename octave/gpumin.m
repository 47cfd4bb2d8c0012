## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{m} =} gpumin (@var{A})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], @var{dim})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], @var{vecdim})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], "all")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "linear")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "ComparisonMethod", @var{method})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "backend", @var{backend})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "offsets", @var{o})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "lengths", @var{l})
## Minimum of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{min} takes the
## first element of a vector of dimensions and has no @qcode{"all"}; here the
## meaning of newer versions holds.) The index @var{i} is the position along
## @var{dim}; with @qcode{"linear"}, and wherever several dimensions are
## reduced, it is the linear index into @var{A}. @var{A} is a full numeric,
## logical or char array, real or complex, of any number of dimensions.
##
## The class of the result is that of @var{A}: integers and logical keep their
## class, 64-bit integers are exact; char gives @code{double}. Complex elements
## are compared by @code{abs}, then by @code{arg} with -pi counted as pi. The
## index is @code{double}.
##
## @qcode{"ComparisonMethod"}, @var{method} says how elements are ordered:
## @qcode{"real"} by real, then by imaginary part; @qcode{"abs"} by modulus, and where
## moduli are equal, complex elements by argument and real ones as numbers;
## @qcode{"auto"}, the default, as above.
##
## NaN is passed over; only a slice of nothing but NaN gives NaN, with index 1.
## @qcode{"omitnan"} is this rule by name; with @qcode{"includenan"} a NaN, once
## met, is the answer, and its first position the index. A complex element is
## NaN if either part is. @qcode{"omitmissing"} and @qcode{"includemissing"} are
## other words for the same. The first of equal elements wins, and 0 and -0 are
## equal.
##
## A dimension of size 0 stays 0: @code{gpumin ([])} is @code{zeros (0, 0)},
## @code{gpumin (zeros (0, 3))} is @code{zeros (0, 3)}.
##
## @var{algorithm} names one of the algorithms that @code{gpualgos} lists, by
## name or alias, for example @qcode{"shuffle"}; the default, @qcode{"auto"},
## is tuned for speed. Every one gives the right answer for every length and
## dimension. @qcode{"block"}, @var{n} sets the number of threads per block;
## @qcode{"auto"} chooses its launch itself and takes none. Without a CUDA
## device the named algorithms run on a host executor that is for learning and
## testing, not for speed.
##
## @qcode{"offsets"}, @var{o} and @qcode{"lengths"}, @var{l} cut @var{A} into
## segments of any lengths, as @code{help gpusum} describes.
##
## By default @qcode{"auto"} works on the host if @var{A} is there and has at most
## 1024 KiB, and on the device that @code{gpuDevice} describes otherwise.
## @qcode{"backend"}, @qcode{"cuda"} or @qcode{"cpu"} says where this call runs;
## a gpuArray is worked on where it is.
##
## Sparse arrays, cells, structs and objects are refused; use @code{full (A)}
## for a sparse array. An option, algorithm or block size that is not taken
## here is refused with a message that says what is taken; nothing is silently
## replaced. The same call gives the same bits every time, and on every GPU,
## whatever the algorithm but @qcode{"cub"}.
##
## Differences from @code{min}: the elementwise form @code{min (A, B)} is
## refused; so the second argument is @code{[]}. Characters are ordered by their
## codes from 0 to 255; @code{min} takes codes above 127 for negative ones. On a
## CUDA device, complex elements whose @code{abs} and @code{arg} are the same but
## for a few units in the last place may be ordered otherwise, as the device's
## @code{hypot} and @code{atan2} round in their own way.
##
## @example
## @group
## [m, i] = gpumin ([3 9 4; 8 1 7])
##   @result{} m = 3  1  4
##   @result{} i = 1  2  1
## [m, i] = gpumin ([3 9 4; 8 1 7], [], 2, "linear")
##   @result{} m = 3
##          1
##   @result{} i = 1
##          4
## gpumin ([1 NaN 2], [], "includenan")
##   @result{} NaN
## @end group
## @end example
## @seealso{gpucummin, gpumax, gpualgos, gpulast, min}
## @end deftypefn

function [m, i] = gpumin (varargin)

  error ("gpureduce:notBuilt", "gpumin: the compiled gateway gpumin.mex is missing; run 'make'");

endfunction

## The builtin is the oracle, and equal: an order has no rounding.
%!shared A, x
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! x = sin (1:1001);
%!test __test_extrema__ ("values", @gpumin, @min) # values and positions, along every dimension
%!assert (gpumin (A), min (A))
%!assert (gpumin (x), min (x))
%!assert (gpumin (single (x.')), min (single (x)))
%!assert (gpumin (5:-1:1), min (5:-1:1))
%!test __test_extrema__ ("several", @gpumin, @min) # several dimensions at once give the linear index
%!test __test_extrema__ ("linear", @gpumin, @min) # "linear"
%!test __test_extrema__ ("nan", @gpumin, @min) # NaN is passed over, the first of equals wins
%!test __test_extrema__ ("includenan", @gpumin, @min) # "includenan": the first NaN is the answer
%!test __test_extrema__ ("zeros", @gpumin, @min) # 0 and -0 are equal, the first stays
%!assert (isna (gpumin ([NA NaN])))
%!assert (! isna (gpumin ([NaN NA])))
%!test __test_extrema__ ("complex", @gpumin, @min) # complex: by abs, then by arg with -pi counted as pi
%!test __test_extrema__ ("wide", @gpumin, @min) # 64-bit integers beyond 2^53
%!test __test_extrema__ ("empty", @gpumin, @min) # empties: a dimension of size 0 stays 0
%!test __test_extrema__ ("named", @gpumin, @min) # a named algorithm, lengths around its blocks
%!assert (gpumin (char ([200 100])), 100) # codes from 0 to 255, which min takes for signed ones
%!test __test_extrema__ ("denormal", @gpumin, @min)
%!test __test_extrema__ ("inf_nan", @gpumin, @min) # Inf with a NaN part is NaN wherever it stands
%!error <Invalid call to gpumin> gpumin ()
%!error <elementwise> gpumin ([1 2], 3)
%!error <DIM must be a valid dimension> gpumin (1, [], 0)
%!error <conversion of 1.5 to int value failed> gpumin (1, [], 1.5)
%!error <wrong type argument 'cell'> gpumin ({1})
%!error <sparse> gpumin (sparse (1))
%!error <reduction> gpumin (1:9, [], "kogge")
%!error <native> gpumin (1:9, [], "native")
%!error <element number 3 undefined in return list> [a, b, c] = gpumin (1)
%!test # positions of several dimensions are linear, also of those of one element
%! [m, i] = gpumin ([3 1 -4], [], [1 3], "ComparisonMethod", "abs");
%! assert ({m, i}, {[3 1 -4], 1:3});
%! [m, i] = gpumin ([3 1 -4], [], [1 3]);
%! assert ({m, i}, {[3 1 -4], 1:3});
