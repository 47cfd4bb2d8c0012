## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{m} =} gpumax (@var{A})
## @deftypefnx {} {@var{m} =} gpumax (@var{A}, [], @var{dim})
## @deftypefnx {} {@var{m} =} gpumax (@var{A}, [], @var{vecdim})
## @deftypefnx {} {@var{m} =} gpumax (@var{A}, [], "all")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, "linear")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, "ComparisonMethod", @var{method})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, "backend", @var{backend})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, "offsets", @var{o})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumax (@dots{}, "lengths", @var{l})
## Maximum of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{max} takes the
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
## A dimension of size 0 stays 0: @code{gpumax ([])} is @code{zeros (0, 0)},
## @code{gpumax (zeros (0, 3))} is @code{zeros (0, 3)}.
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
## Differences from @code{max}: the elementwise form @code{max (A, B)} is
## refused; so the second argument is @code{[]}. A complex element of Inf with
## a NaN part is NaN wherever it stands, while @code{max} takes it for Inf
## unless it is the first. Characters are ordered by their codes from 0 to
## 255; @code{max} takes codes above 127 for negative ones. On a
## CUDA device, complex elements whose @code{abs} and @code{arg} are the same but
## for a few units in the last place may be ordered otherwise, as the device's
## @code{hypot} and @code{atan2} round in their own way.
##
## @example
## @group
## [m, i] = gpumax ([3 9 4; 8 1 7])
##   @result{} m = 8  9  7
##   @result{} i = 2  1  2
## [m, i] = gpumax ([3 9 4; 8 1 7], [], 2, "linear")
##   @result{} m = 9
##          8
##   @result{} i = 3
##          2
## gpumax ([1 NaN 2], [], "includenan")
##   @result{} NaN
## gpumax ([1 -3 2], [], "ComparisonMethod", "abs")
##   @result{} -3
## @end group
## @end example
## @seealso{gpucummax, gpumin, gpualgos, gpulast, max}
## @end deftypefn

function [m, i] = gpumax (varargin)

  error ("gpureduce:notBuilt", "gpumax: the compiled gateway gpumax.mex is missing; run 'make'");

endfunction

## The builtin is the oracle, and equal: an order has no rounding.
%!shared A, x
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! x = sin (1:1001);
%!test __test_extrema__ ("values", @gpumax, @max) # values and positions, along every dimension
%!assert (gpumax (A), max (A))
%!assert (gpumax (x), max (x))
%!assert (gpumax (single (x.')), max (single (x)))
%!assert (gpumax (5:-1:1), max (5:-1:1))
%!test __test_extrema__ ("several", @gpumax, @max) # several dimensions at once give the linear index
%!test __test_extrema__ ("linear", @gpumax, @max) # "linear"
%!test __test_extrema__ ("nan", @gpumax, @max) # NaN is passed over, the first of equals wins
%!test __test_extrema__ ("includenan", @gpumax, @max) # "includenan": the first NaN is the answer
%!test __test_extrema__ ("zeros", @gpumax, @max) # 0 and -0 are equal, the first stays
%!assert (isna (gpumax ([NA NaN])))
%!assert (! isna (gpumax ([NaN NA])))
%!test __test_extrema__ ("complex", @gpumax, @max) # complex: by abs, then by arg with -pi counted as pi
%!test __test_extrema__ ("inf_nan", @gpumax, @max) # Inf with a NaN part is NaN wherever it stands
%!test __test_extrema__ ("wide", @gpumax, @max) # 64-bit integers beyond 2^53
%!test __test_extrema__ ("empty", @gpumax, @max) # empties: a dimension of size 0 stays 0
%!test __test_extrema__ ("named", @gpumax, @max) # a named algorithm, lengths around its blocks
%!assert (gpumax (char ([200 100])), 200) # codes from 0 to 255, which max takes for signed ones
%!test __test_extrema__ ("denormal", @gpumax, @max)
%!error <Invalid call to gpumax> gpumax ()
%!error <elementwise> gpumax ([1 2], 3)
%!error <DIM must be a valid dimension> gpumax (1, [], 0)
%!error <conversion of 1.5 to int value failed> gpumax (1, [], 1.5)
%!error <wrong type argument 'cell'> gpumax ({1})
%!error <sparse> gpumax (sparse (1))
%!error <reduction> gpumax (1:9, [], "kogge")
%!error <native> gpumax (1:9, [], "native")
%!error <element number 3 undefined in return list> [a, b, c] = gpumax (1)
%!test # positions of several dimensions are linear, also of those of one element
%! [m, i] = gpumax ([3 1 -4], [], [1 3], "ComparisonMethod", "abs");
%! assert ({m, i}, {[3 1 -4], 1:3});
%! [m, i] = gpumax ([3 1 -4], [], [1 3]);
%! assert ({m, i}, {[3 1 -4], 1:3});
