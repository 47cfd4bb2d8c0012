## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpusumsq (@var{A})
## @deftypefnx {} {@var{s} =} gpusumsq (@var{A}, @var{dim})
## @deftypefnx {} {@var{s} =} gpusumsq (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{s} =} gpusumsq (@var{A}, "all")
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, @var{outtype})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{s} =} gpusumsq (@dots{}, "lengths", @var{l})
## Sum of the squares of the elements of @var{A}. For complex elements it is
## the sum of @code{real (A) .^ 2 + imag (A) .^ 2}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{sumsq} takes
## the first element of a vector of dimensions and has no @qcode{"all"}; here
## the meaning of newer versions holds.) @var{A} is a full numeric, logical or
## char array, real or complex, of any number of dimensions.
##
## The class of the result is @code{single} for single input, @code{double} for
## every other class; always real. A char array is refused.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}: squares and sums of integers saturate, as
## those of Octave 11 do, and a logical array gives true where all elements are.
##
## @item "double"
## Single input is converted to double and gives double.
##
## @item "default"
## The rule above, by name.
## @end table
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out;
## @qcode{"includenan"} is the default rule by name. A complex element is NaN if
## either part is. @qcode{"omitmissing"} and @qcode{"includemissing"} are other
## words for the same.
##
## The sum of nothing is 0: @code{gpusumsq ([])} is 0, @code{gpusumsq (zeros
## (0, 3))} is @code{[0 0 0]}.
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
## Differences from @code{sumsq}: elements are combined in a tree, not from
## left to right, so the last bits may differ from those of @code{sumsq}: by
## less than @code{(n + 1) * eps * sumsq (A)} for @var{n} elements. Single
## input accumulates in higher precision. Squares are not scaled:
## @code{gpusumsq (1e200)} is Inf, as with @code{sumsq}.
##
## @example
## @group
## gpusumsq ([1 2; 3 4])
##   @result{} 10  20
## gpusumsq ([3+4i 1])
##   @result{} 26
## gpusumsq ([1 2; 3 4], "all", "shuffle")
##   @result{} 30
## gpusumsq (int8 ([3 4; 5 20]), 2, "native")
##   @result{} 25
##      127
## @end group
## @end example
## @seealso{gpusum, gpuvar, gpualgos, gpulast, sumsq}
## @end deftypefn

function s = gpusumsq (varargin)

  error ("gpureduce:notBuilt", "gpusumsq: the compiled gateway gpusumsq.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within (n + 1) * eps * sumsq (x),
## the bound of two orders of summation and the squares, for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! n = 1001;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%!assert (gpusumsq (A), sumsq (A))
%!assert (gpusumsq (A, 1), sumsq (A, 1))
%!assert (gpusumsq (A, 2), sumsq (A, 2))
%!assert (gpusumsq (A, 3), sumsq (A, 3))
%!assert (gpusumsq (A, 4), A .^ 2)
%!assert (gpusumsq (A, [1 3]), sum (sumsq (A, 1), 3))
%!assert (gpusumsq (A, "all"), sumsq (A(:)))
%!assert (gpusumsq (x), sumsq (x), (n + 1) * eps * sumsq (x))
%!assert (gpusumsq (x + 1i), sumsq (x + 1i), (n + 2) * eps * sumsq (x + 1i))
%!assert (gpusumsq ([3+4i, 1]), 26)
%!test # single accumulates in higher precision
%! y = single (x);
%! s = sumsq (double (y));
%! assert (class (gpusumsq (y)), "single");
%! assert (double (gpusumsq (y)), s, double (eps ("single")) * s + n * double (eps ("single")) ^ 2 * s);
%!test # class of the result
%! for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
%!   y = feval (c{1}, [1 2 100; 4 0 6]);
%!   assert (gpusumsq (y), sumsq (y));
%!   assert (class (gpusumsq (y)), "double");
%! endfor
%!assert (gpusumsq (int8 ([100 100])), 20000)
%!assert (isreal (gpusumsq (complex (1, 1))))
%!assert (gpusumsq (1e200), Inf)
%!assert (gpusumsq (complex (Inf, NaN)), NaN)
%!assert (gpusumsq ([1 NaN 2]), NaN)
%!assert (gpusumsq ([1 NaN 2], "omitnan"), 5)
%!assert (gpusumsq ([1 2; 3 4], 0), [10 20])
%!test # empties
%! for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [0 0 2], [2 2 0], [1 1 0], [2 2 0 3]}
%!   z = zeros (sz{1});
%!   assert (gpusumsq (z), __test_rule__ ("sumsq", z));
%!   for dim = 1:3
%!     assert (gpusumsq (z, dim), __test_rule__ ("sumsq", z, dim));
%!   endfor
%! endfor
%!assert (class (gpusumsq (single ([]))), "single")
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = mod (13 * (1:len), 101) - 50;
%!   assert (gpusumsq (y, "shuffle"), sumsq (y));
%!   assert (gpusumsq (y, "shuffle", "block", 32), sumsq (y));
%! endfor
%!error <Invalid call to gpusumsq> gpusumsq ()
%!error <wrong type argument 'cell'> gpusumsq ({1})
%!error <invalid conversion from string to real N-D array> gpusumsq ("ab")
%!error <invalid dimension argument = -1> gpusumsq (1, -1)
%!error <conversion of 1.5 to int value failed> gpusumsq (1, 1.5)
%!error <extra> gpusumsq (1, "extra")
%!error <non-repeating positive integers> gpusumsq (ones (2), [1 1])
%!error <"all" contradicts DIM> gpusumsq (1, 1, "all")
%!error <sparse> gpusumsq (sparse (1))
%!error <reduction> gpusumsq (1:9, "kogge")
