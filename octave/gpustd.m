## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpustd (@var{A})
## @deftypefnx {} {@var{s} =} gpustd (@var{A}, @var{w})
## @deftypefnx {} {@var{s} =} gpustd (@var{A}, @var{w}, @var{dim})
## @deftypefnx {} {@var{s} =} gpustd (@var{A}, @var{w}, @var{vecdim})
## @deftypefnx {} {@var{s} =} gpustd (@var{A}, @var{w}, "all")
## @deftypefnx {} {[@var{s}, @var{m}] =} gpustd (@dots{})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{s} =} gpustd (@dots{}, "lengths", @var{l})
## Standard deviation of the elements of @var{A}: the square root of the
## variance.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. As in @code{std}, a vector @var{vecdim} of different dimensions reduces
## over all of them at once, and @qcode{"all"} over every element. @var{A} is a
## full numeric, logical or char array, real or complex, of any number of
## dimensions.
##
## The divisor is the number of elements less 1 for @var{w} = 0, the default,
## and the number of elements for @var{w} = 1. Other @var{w} are
## nonnegative weights: a vector with one for each element that a result is made of,
## an array of the size of the dimensions of @var{vecdim}, or one of the size of
## @var{A}. Arrays of weights are computed in double, in two passes. With
## @qcode{"omitnan"} an element whose weight is NaN is left out, too. An empty
## @var{w} is 0. The standard deviation of a single finite element is 0, that
## of Inf or NaN is NaN.
##
## @var{m} is the mean of the same elements, weighted in the same way.
##
## The class of the result is @code{single} for single input, @code{double} for
## double, integer and logical; always real. A char array is refused.
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out and do not
## count; @qcode{"includenan"} is the default rule by name. A complex element is
## NaN if either part is. @qcode{"omitmissing"} and @qcode{"includemissing"} are
## other words for the same. Inf in a slice gives NaN.
##
## The standard deviation of nothing is NaN: @code{gpustd ([])} is NaN.
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
## Differences from @code{std}: one pass combines (count, mean, sum of squared
## deviations) in a tree, so the last bits may differ from those of @code{std};
## the method is stable, a large mean does no harm beyond its rounding. Single
## input accumulates in higher precision. Weights of integers apply to their
## values in double, where @code{std} computes in the integer class. A slice whose
## deviations add up to more than @code{realmax} gives NaN or Inf.
##
## @example
## @group
## gpustd ([1 2 4; 5 8 8], 1)
##   @result{} 2  3  2
## gpustd ([2 4 4 4 5 5 7 9], 1)
##   @result{} 2
## gpustd ([1 NaN 3], 0, "omitnan")
##   @result{} 1.4142
## @end group
## @end example
## @seealso{gpuvar, gpumean, gpualgos, gpulast, std}
## @end deftypefn

function s = gpustd (varargin)

  error ("gpureduce:notBuilt", "gpustd: the compiled gateway gpustd.mex is missing; run 'make'");

endfunction

## The builtin is the oracle.  Two ways to sum n squared deviations differ by at
## most n * eps of the result times sqrt (sumsq (x) / sumsq (x - mean (x))), the
## condition number of the variance.
%!shared A, x, n, kappa, tol
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! n = 1001;
%! x = 3 + sin (1:n);
%! kappa = @(y) sqrt (sumsq (y(:)) / sumsq (y(:) - mean (y(:))));
%! tol = @(y, r) numel (y) * eps * kappa (y) * max (r(:));
%!assert (gpustd (A), std (A), tol (A, std (A)))
%!assert (gpustd (A, 0, 1), std (A, 0, 1), tol (A, std (A, 0, 1)))
%!assert (gpustd (A, 0, 2), std (A, 0, 2), tol (A, std (A, 0, 2)))
%!assert (gpustd (A, 1, 3), std (A, 1, 3), tol (A, std (A, 1, 3)))
%!assert (gpustd (A, 0, 4), zeros (2, 3, 4))
%!assert (gpustd (A, 0, [1 3]), std (A, 0, [1 3]), tol (A, std (A, 0, [1 3])))
%!assert (gpustd (A, 1, "all"), std (A, 1, "all"), tol (A, std (A(:))))
%!assert (gpustd (A, [], 2), std (A, 0, 2), tol (A, std (A, 0, 2)))
%!assert (gpustd (x), std (x), tol (x, std (x)))
%!assert (gpustd (x, 1), std (x, 1), tol (x, std (x)))
%!assert (gpustd (x + 1e6), std (x + 1e6), tol (x + 1e6, std (x)))
%!assert (gpustd ([1+2i, 3, 4i]), std ([1+2i, 3, 4i]), 8 * eps (std ([1+2i, 3, 4i])))
%!assert (gpustd (1:7, 1:7), std (1:7, 1:7), 7 * eps (std (1:7, 1:7)))
%!assert (gpustd ([1 2; 4 8], [1 3], 2), std ([1 2; 4 8], [1 3], 2), 8 * eps (3))
%!assert (gpustd ([1 2; 4 8], [1 3], 1), std ([1 2; 4 8], [1 3], 1), 8 * eps (7))
%!test __test_moments__ ("single", @gpustd, @std)
%!test __test_moments__ ("classes", @gpustd, @std) # class of the result
%!assert (isreal (gpustd (complex ([1 2], [3 4]))))
%!assert (gpustd (5), 0)
%!assert (gpustd (5, 99), 0)
%!assert (gpustd ([Inf NaN]), NaN)
%!assert (gpustd (Inf), NaN)
%!assert (gpustd ([1 Inf 3], 0, 1), [0 NaN 0])
%!assert (gpustd ([1 NaN 3]), NaN)
%!assert (gpustd ([1 NaN 3], 0, "omitnan"), std ([1 3]), 4 * eps)
%!assert (gpustd ([1 NaN 3; 2 4 NaN], 0, 2, "omitnan"), std ([1 3; 2 4], 0, 2), 4 * eps)
%!test __test_moments__ ("empty", @gpustd, @std) # empties
%!test __test_moments__ ("named", @gpustd, @std) # a named algorithm, lengths around its blocks
%!test __test_moments__ ("constant", @gpustd, @std) # lines of one value have none, however many threads add them up
%!test __test_moments__ ("overflow", @gpustd, @std) # squares that overflow are infinite, as in two passes
%!error <Invalid call to gpustd> gpustd ()
%!error <X must be a numeric vector or matrix> gpustd ("ab")
%!error <X must be a numeric vector or matrix> gpustd ({1})
%!error <W must be 0, 1, or a vector of positive integers> gpustd ([1 2 3], 2)
%!error <W must be 0, 1, or a vector of positive integers> gpustd ([1 2], [-1 0])
%!error <W must be either 0 or 1> gpustd (ones (2, 2), [1 2], [1 2])
%!assert (gpustd ([1 3], [1 3], "all"), sqrt (0.75), 4 * eps)
%!error <the length of W must be> gpustd ([1 2], [1 2 3])
%!error <DIM must be a positive integer> gpustd (1, 0, 0)
%!error <DIM must be a positive integer> gpustd (1, [], 1.5)
%!error <sparse> gpustd (sparse (1))
%!error <reduction> gpustd (1:9, 0, "kogge")
