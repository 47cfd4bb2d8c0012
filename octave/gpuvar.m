## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{v} =} gpuvar (@var{A})
## @deftypefnx {} {@var{v} =} gpuvar (@var{A}, @var{w})
## @deftypefnx {} {@var{v} =} gpuvar (@var{A}, @var{w}, @var{dim})
## @deftypefnx {} {@var{v} =} gpuvar (@var{A}, @var{w}, @var{vecdim})
## @deftypefnx {} {@var{v} =} gpuvar (@var{A}, @var{w}, "all")
## @deftypefnx {} {[@var{v}, @var{m}] =} gpuvar (@dots{})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{v} =} gpuvar (@dots{}, "lengths", @var{l})
## Variance of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. As in @code{var}, a vector @var{vecdim} of different dimensions reduces
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
## @var{w} is 0. The
## variance of a single finite element is 0, that of Inf or NaN is NaN.
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
## The variance of nothing is NaN: @code{gpuvar ([])} is NaN.
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
## Differences from @code{var}: one pass combines (count, mean, sum of squared
## deviations) in a tree, so the last bits may differ from those of @code{var};
## the method is stable, a large mean does no harm beyond its rounding. Single
## input accumulates in higher precision. Weights of integers apply to their
## values in double, where @code{var} computes in the integer class. A slice whose
## deviations add up to more than @code{realmax} gives NaN or Inf.
##
## @example
## @group
## gpuvar ([1 2 4; 3 6 8])
##   @result{} 2  8  8
## gpuvar ([1 2 3 4], 1)
##   @result{} 1.2500
## gpuvar ([1 2; 3 4], 0, "all")
##   @result{} 1.6667
## gpuvar (1:7, 1:7)
##   @result{} 3
## [v, m] = gpuvar ([1 2; 3 8], 0, 2)
##   @result{} v = 0.5000
##          12.5000
##   @result{} m = 1.5000
##          5.5000
## @end group
## @end example
## @seealso{gpustd, gpumean, gpusumsq, gpualgos, gpulast, var}
## @end deftypefn

function v = gpuvar (varargin)

  error ("gpureduce:notBuilt", "gpuvar: the compiled gateway gpuvar.mex is missing; run 'make'");

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
%!assert (gpuvar (A), var (A), tol (A, var (A)))
%!assert (gpuvar (A, 0, 1), var (A, 0, 1), tol (A, var (A, 0, 1)))
%!assert (gpuvar (A, 0, 2), var (A, 0, 2), tol (A, var (A, 0, 2)))
%!assert (gpuvar (A, 1, 3), var (A, 1, 3), tol (A, var (A, 1, 3)))
%!assert (gpuvar (A, 0, 4), zeros (2, 3, 4))
%!assert (gpuvar (A, 0, [1 3]), var (A, 0, [1 3]), tol (A, var (A, 0, [1 3])))
%!assert (gpuvar (A, 1, "all"), var (A, 1, "all"), tol (A, var (A(:))))
%!assert (gpuvar (A, [], 2), var (A, 0, 2), tol (A, var (A, 0, 2)))
%!assert (gpuvar (x), var (x), tol (x, var (x)))
%!assert (gpuvar (x, 1), var (x, 1), tol (x, var (x)))
%!assert (gpuvar (x + 1e6), var (x + 1e6), tol (x + 1e6, var (x)))
%!assert (gpuvar ([1+2i, 3, 4i]), var ([1+2i, 3, 4i]), 8 * eps (var ([1+2i, 3, 4i])))
%!assert (gpuvar (1:7, 1:7), var (1:7, 1:7), 7 * eps (var (1:7, 1:7)))
%!assert (gpuvar ([1 2; 4 8], [1 3], 2), var ([1 2; 4 8], [1 3], 2), 8 * eps (3))
%!assert (gpuvar ([1 2; 4 8], [1 3], 1), var ([1 2; 4 8], [1 3], 1), 8 * eps (7))
%!test # a last chunk on the host that is shorter than what is left out in front
%! n = 32718;
%! x = [NaN(100, 1); 1e6 + (1:n).'];
%! assert (gpuvar (x, 0, 1, "omitnan"), n * (n + 1) / 12, -1e-12);
%! assert (gpuvar (single (x - 1e6), 0, 1, "omitnan"), single (n * (n + 1) / 12), -eps ("single"));
%! x(1:100) = 7;
%! assert (gpuvar (x, [zeros(100, 1); ones(n, 1)]), (n ^ 2 - 1) / 12, -1e-12);
%!test __test_moments__ ("single", @gpuvar, @var)
%!test __test_moments__ ("classes", @gpuvar, @var) # class of the result
%!assert (isreal (gpuvar (complex ([1 2], [3 4]))))
%!test __test_moments__ ("constant", @gpuvar, @var) # lines of one value have none, however many threads add them up
%!test # neither an element that is left out nor one that hardly counts says where the others are
%! v = [1 2 3 4 5];
%! names = {"auto", "shuffle", "neighbored", "nested", "serial"};
%! for a = names
%!   assert (gpuvar ([complex(1e16, NaN), v], 0, "omitnan", a{1}), 2.5, 4 * eps (2.5));
%!   assert (gpuvar ([complex(NaN, 1e16), v], 0, "omitnan", a{1}), 2.5, 4 * eps (2.5));
%!   assert (gpuvar ([complex(-1e16, NaN), complex(NaN, 1e16), v], 0, "omitnan", a{1}), 2.5, 4 * eps (2.5));
%!   assert (gpuvar ([1e16, v], [1e-300, 1, 1, 1, 1, 1], a{1}), 2, 4 * eps (2));
%!   assert (gpuvar ([1e16, NaN, v], [1e-300, 1, 1, 1, 1, 1, 1], "omitnan", a{1}), 2, 1e-14);
%! endfor
%! for len = [30 1000 70000] # a block, several, several chunks of the host
%!   w = [1e-300 * ones(1, len), ones(1, 2 * len)];
%!   v = mod (7 * (1:2*len), 19) / 8;
%!   x = [1e16 * ones(1, len), v];
%!   r = var (v, 1);
%!   assert (gpuvar (x, w), r, 2 * len * eps (r)); # a rounding for each element
%!   assert (gpuvar (repmat (x.', 1, 3), w), [r r r], 2 * len * eps (r));
%!   x(1:len) = complex (1e16, NaN);
%!   r = var (v);
%!   assert (gpuvar (x, 0, "omitnan"), r, 2 * len * eps (r));
%!   assert (gpuvar (repmat (x, 3, 1), 0, 2, "omitnan"), [r; r; r], 2 * len * eps (r));
%! endfor
%!test __test_moments__ ("overflow", @gpuvar, @var) # squares that overflow are infinite, as in two passes
%!assert (gpuvar ([1e160 1 2 3]), Inf)
%!assert (gpuvar ([1e160 1 Inf 3]), NaN)
%!assert (gpuvar (5), 0)
%!assert (gpuvar (5, 99), 0)
%!assert (gpuvar ([Inf NaN]), NaN)
%!assert (gpuvar (Inf), NaN)
%!assert (gpuvar ([1 Inf 3], 0, 1), [0 NaN 0])
%!assert (gpuvar ([1 NaN 3]), NaN)
%!assert (gpuvar ([1 NaN 3], 0, "omitnan"), var ([1 3]), 4 * eps)
%!assert (gpuvar ([1 NaN 3; 2 4 NaN], 0, 2, "omitnan"), var ([1 3; 2 4], 0, 2), 4 * eps)
%!test __test_moments__ ("empty", @gpuvar, @var) # empties
%!test __test_moments__ ("named", @gpuvar, @var) # a named algorithm, lengths around its blocks
%!assert (gpuvar (int8 ([1 2 4]), [1 2 3]), gpuvar ([1 2 4], [1 2 3])) # of the values in double
%!assert (gpuvar ([1e200 -1e200 0]), Inf)
%!error <Invalid call to gpuvar> gpuvar ()
%!error <X must be a numeric vector or matrix> gpuvar ("ab")
%!error <X must be a numeric vector or matrix> gpuvar ({1})
%!error <W must be 0, 1, or a vector of positive integers> gpuvar ([1 2 3], 2)
%!error <W must be 0, 1, or a vector of positive integers> gpuvar ([1 2], [-1 0])
%!error <W must be either 0 or 1> gpuvar (ones (2, 2), [1 2], [1 2])
%!assert (gpuvar ([1 3], [1 3], "all"), 0.75, 4 * eps)
%!error <the length of W must be> gpuvar ([1 2], [1 2 3])
%!error <DIM must be a positive integer> gpuvar (1, 0, 0)
%!error <DIM must be a positive integer> gpuvar (1, [], 1.5)
%!error <sparse> gpuvar (sparse (1))
%!error <reduction> gpuvar (1:9, 0, "kogge")
