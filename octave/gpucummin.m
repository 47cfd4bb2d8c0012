## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{w} =} gpucummin (@var{A})
## @deftypefnx {} {@var{w} =} gpucummin (@var{A}, @var{dim})
## @deftypefnx {} {@var{w} =} gpucummin (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{w} =} gpucummin (@var{A}, "all")
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{direction})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "exclusive")
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "linear")
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "ComparisonMethod", @var{method})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "backend", @var{backend})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "offsets", @var{o})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "lengths", @var{l})
## Cumulative minimum of the elements of @var{A}.
##
## The result has the size of @var{A}; the scan runs along dimension @var{dim},
## by default the first whose size is not 1. @var{A} is a full numeric or logical
## array, real or complex, of any number of dimensions.
##
## A vector @var{vecdim} of different dimensions joins them to one, in their order,
## and the scan runs along that: it stands in the place of the first of them, and the
## others have size 1. With @qcode{"all"} these are all dimensions, and the result is a
## column. (Octave 7's @code{cummin} takes the first element of a vector and has no
## @qcode{"all"}; here the meaning of newer versions holds.)
##
## The class of the result is that of @var{A}: integers and logical keep their
## class, 64-bit integers are exact; char is refused. Complex elements are
## compared by @code{abs}, then by @code{arg} with -pi counted as pi. The
## index, the position along @var{dim} of the running minimum, is
## @code{double}; along joined dimensions it counts through all of them. With
## @qcode{"linear"} it is the linear index into @var{A}.
##
## @qcode{"ComparisonMethod"}, @var{method} says how elements are ordered:
## @qcode{"real"} by real, then by imaginary part; @qcode{"abs"} by modulus, and where
## moduli are equal, complex elements by argument and real ones as numbers;
## @qcode{"auto"}, the default, as above.
##
## NaN is passed over: leading NaN stay, with index 1, later ones take the
## running minimum and its index. @qcode{"omitnan"} is this rule by name; with
## @qcode{"includenan"} everything from the first NaN on is NaN. A complex
## element is NaN if either part is. @qcode{"omitmissing"} and
## @qcode{"includemissing"} are other words for the same. The first of equal
## elements, in the direction of the scan, wins, and 0 and -0 are equal.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"},
## from the last element to the first. With @qcode{"exclusive"} each element
## combines those before it only; the first is NaN for floating-point input,
## the largest value of the class for the others, with index 0. (By
## @qcode{"abs"} that of signed integers is the smallest value, whose modulus is
## the largest.) Both options may be given.
##
## The result of an empty array is empty.
##
## @var{algorithm} names one of the algorithms that @code{gpualgos} lists, by
## name or alias, for example @qcode{"kogge"}; the default, @qcode{"auto"}, is
## tuned for speed. Every one gives the right answer for every length and
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
## Differences from @code{cummin}: On a
## CUDA device, complex elements whose @code{abs} and @code{arg} are the same but
## for a few units in the last place may be ordered otherwise, as the device's
## @code{hypot} and @code{atan2} round in their own way.
##
## @example
## @group
## [w, i] = gpucummin ([5 4 6 2 3])
##   @result{} w = 5  4  4  2  2
##   @result{} i = 1  2  2  4  4
## gpucummin ([5 4 6 2 3], "reverse")
##   @result{} 2  2  2  2  3
## gpucummin ([NaN 2 NaN 3])
##   @result{} NaN  2  2  2
## @end group
## @end example
## @seealso{gpumin, gpucummax, gpualgos, gpulast, cummin}
## @end deftypefn

function [w, i] = gpucummin (varargin)

  error ("gpureduce:notBuilt", "gpucummin: the compiled gateway gpucummin.mex is missing; run 'make'");

endfunction

## The builtin is the oracle, and equal: an order has no rounding.
%!shared A, x
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! x = sin (1:1001);
%!test __test_cumulative_extrema__ ("values", @gpucummin, @cummin) # values and positions, along every dimension
%!assert (gpucummin (A), cummin (A))
%!assert (gpucummin (x), cummin (x))
%!assert (gpucummin (single (x.')), cummin (single (x.')))
%!test __test_cumulative_extrema__ ("nan", @gpucummin, @cummin)
%!assert (gpucummin ([2 NaN 5 1], "includenan"), [2 NaN NaN NaN])
%!assert (gpucummin ([2 NaN 5 1], "omitnan"), cummin ([2 NaN 5 1]))
%!assert (1 ./ gpucummin ([-0 0]), [-Inf -Inf])
%!assert (1 ./ gpucummin ([0 -0]), [Inf Inf])
%!test __test_cumulative_extrema__ ("complex", @gpucummin, @cummin) # complex: by abs, then by arg
%!test __test_cumulative_extrema__ ("direction", @gpucummin, @cummin)
%!test __test_cumulative_extrema__ ("exclusive", @gpucummin, @cummin) # exclusion
%!test __test_cumulative_extrema__ ("empty", @gpucummin, @cummin) # empties keep their size
%!test __test_cumulative_extrema__ ("named", @gpucummin, @cummin) # a named algorithm, lengths around its blocks
%!test __test_cumulative_extrema__ ("inf_nan", @gpucummin, @cummin) # Inf with a NaN part is NaN wherever it stands
%!error <Invalid call to gpucummin> gpucummin ()
%!error <wrong type argument 'cell'> gpucummin ({1})
%!error <wrong type argument 'sq_string'> gpucummin ('ab')
%!error <DIM must be a valid dimension> gpucummin (1, 0)
%!error <conversion of 1.5 to int value failed> gpucummin (1, 1.5)
%!error <native> gpucummin (1, "native")
%!test <a vector of dimensions joins them>
%! B = reshape (mod (5 * (1:24), 11) - 4, 2, 3, 4);
%! assert (gpucummin (B, "all"), cummin (B(:)));
%! assert (gpucummin (B, [3 1]), reshape (cummin (reshape (permute (B, [1 3 2]), 8, 3), 1), 8, 3));
%! assert (gpucummin (B, [2 3]), cummin (reshape (B, 2, 12), 2));
%! assert (size (gpucummin (B, [1 2])), [6 1 4]);
%!assert (gpucummin (int8 ([5 -3 2]), "exclusive", "ComparisonMethod", "abs"), int8 ([-128 5 -3]))
%!error <non-repeating positive integers> gpucummin (ones (2), [1 1])
%!error <sparse> gpucummin (sparse (1))
%!error <scan> gpucummin (1:9, "shuffle")
%!error <element number 3 undefined in return list> [a, b, c] = gpucummin (1)
