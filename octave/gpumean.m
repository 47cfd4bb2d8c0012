## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{m} =} gpumean (@var{A})
## @deftypefnx {} {@var{m} =} gpumean (@var{A}, @var{dim})
## @deftypefnx {} {@var{m} =} gpumean (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{m} =} gpumean (@var{A}, "all")
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, @var{type})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, @var{outtype})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, "Weights", @var{w})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{m} =} gpumean (@dots{}, "lengths", @var{l})
## Mean of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is
## greater than 1. A vector @var{vecdim} of different dimensions reduces over
## all of them at once, and @qcode{"all"} over every element. (Octave 7's
## @code{mean} takes the first element of a vector of dimensions and has no
## @qcode{"all"}; here the meaning of newer versions holds.) @var{A} is a full
## numeric, logical or char array, real or complex, of any number of
## dimensions.
##
## @var{type} is @qcode{"a"}, the arithmetic mean and the default, @qcode{"g"},
## the geometric mean (negative elements are refused), or @qcode{"h"}, the
## harmonic mean.
##
## The class of the result is @code{single} for single input, @code{double} for
## double, integer and logical; complex stays complex. A char array is refused.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}; for integers the mean in double is
## rounded, for logical the option is ignored.
##
## @item "double"
## The result is double; single input is accumulated in double, and 64-bit integers
## are added up exactly, but in segments that @qcode{"offsets"} or @qcode{"lengths"} say.
##
## @item "default"
## The rule above, by name.
## @end table
##
## @qcode{"Weights"}, @var{w} gives the weighted mean, @code{sum (w .* A) / sum (w)}.
## @var{w} is single or double and not negative: a vector with a weight for each
## element that a result is made of, an array of the size of the dimensions of
## @var{vecdim}, or one of the size of @var{A}. It is computed in double, by two sums,
## and goes with the arithmetic mean only. With @qcode{"omitnan"} an element whose
## weight is NaN is left out, too; Octave 11's @code{mean} gives NaN for it.
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out and do not
## count; @qcode{"includenan"} is the default rule by name. A complex element is
## NaN if either part is. @qcode{"omitmissing"} and @qcode{"includemissing"} are
## other words for the same.
##
## The mean of nothing is NaN: @code{gpumean ([])} is NaN, @code{gpumean (zeros
## (0, 3), 1)} is @code{[NaN NaN NaN]}.
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
## Differences from @code{mean}: elements are combined in a tree, not from left
## to right, so the last bits may differ from those of @code{mean}: by less
## than @code{(n + 1) * eps * sum (abs (A)) / n} for @var{n} elements. Single
## input accumulates in higher precision. The harmonic mean of integers is that
## of their values in double, where @code{mean} rounds each reciprocal to the
## integer class.
##
## @example
## @group
## gpumean ([1 2; 3 4])
##   @result{} 2  3
## gpumean ([2 8], "g")
##   @result{} 4
## gpumean ([1 NaN 3], "omitnan")
##   @result{} 2
## gpumean (int8 ([1 2]), "native")
##   @result{} 2
## gpumean ([1 2; 3 5], "Weights", [3 1])
##   @result{} 1.5000  2.7500
## @end group
## @end example
## @seealso{gpusum, gpuvar, gpustd, gpualgos, gpulast, mean}
## @end deftypefn

function m = gpumean (varargin)

  error ("gpureduce:notBuilt", "gpumean: the compiled gateway gpumean.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within
## (n + 1) * eps * sum (abs (x)) / n for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*4*4), 19) - 9, 2, 4, 4);
%! n = 1001;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%!assert (gpumean (A), mean (A))
%!assert (gpumean (A, 1), mean (A, 1))
%!assert (gpumean (A, 2), mean (A, 2))
%!assert (gpumean (A, 3), mean (A, 3))
%!assert (gpumean (A, 4), A)
%!assert (gpumean (A, [1 3]), mean (mean (A, 1), 3))
%!assert (gpumean (A, "all"), mean (A(:)))
%!assert (gpumean (x), mean (x), (n + 1) * eps * sum (abs (x)) / n)
%!assert (gpumean (x.'), mean (x), (n + 1) * eps * sum (abs (x)) / n)
%!assert (gpumean ([1+2i, 3+4i]), 2+3i)
%!test # single accumulates in higher precision
%! y = single (x);
%! assert (class (gpumean (y)), "single");
%! m = mean (double (y));
%! bound = 2 * double (eps ("single")) * abs (m) + n * double (eps ("single")) ^ 2 * mean (abs (double (y)));
%! assert (double (gpumean (y)), m, bound);
%!assert (class (gpumean (single ([1 2]), "double")), "double")
%!assert (gpumean (int8 ([1 2])), 1.5)
%!assert (gpumean (int8 ([1 2]), "native"), int8 (2))
%!assert (gpumean (int8 ([-1 -2]), "native"), int8 (-2))
%!assert (gpumean (int8 ([1 2]), "NATIVE"), int8 (2))
%!assert (gpumean ([true false], "native"), 0.5)
%!assert (gpumean ([1 3], "default"), 2)
%!assert (gpumean ([2 8], "a"), 5)
%!assert (gpumean ([2 8], "g"), 4, 4 * eps (4))
%!assert (gpumean ([4 4 2], "h"), 3, 4 * eps (3))
%!assert (gpumean ([2 8; 1 4], 2, "g"), [4; 2], 4 * eps (4))
%!assert (gpumean ([2 8; 1 4], "g", 2), [4; 2], 4 * eps (4))
%!assert (class (gpumean (single ([2 8]), "g")), "single")
%!assert (gpumean ([1 NaN 3]), NaN)
%!assert (gpumean ([1 NaN 3], "omitnan"), 2)
%!assert (gpumean ([NaN NaN; 1 NaN], 2, "omitnan"), [NaN; 1])
%!assert (1 / gpumean (-0), Inf)
%!test # empties: the default dimension is the first of more than one element
%! for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [0 2 2], [1 0 3]}
%!   z = zeros (sz{1});
%!   assert (gpumean (z), __test_rule__ ("mean", z));
%!   for dim = 1:2
%!     assert (gpumean (z, dim), __test_rule__ ("mean", z, dim));
%!   endfor
%! endfor
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = mod (13 * (1:len), 101) - 50;
%!   assert (gpumean (y, "shuffle"), mean (y));
%!   assert (gpumean (y, "shuffle", "block", 32), mean (y));
%! endfor
%!assert (gpumean (int8 ([1 2]), "h"), 4 / 3, eps (4 / 3)) # of the values in double
%!assert (gpumean (uint8 ([3 20 100]), "h"), gpumean ([3 20 100], "h"))
%!test # moduli that would overflow or lose bits
%! z = complex ([1.5e308, 2], [1.5e308, 0]);
%! assert (gpumean (z, "g"), exp (mean (log (z))), -1e-12);
%! z = complex ([1e-320, 2], [1e-320, 1]);
%! assert (gpumean (z, "g"), exp (mean (log (z))), -1e-12);
%! assert (gpumean (complex (1e308, 1e308), "h"), complex (1e308, 1e308), -1e-12);
%!error <Invalid call to gpumean> gpumean ()
%!error <X must be a numeric vector or matrix> gpumean ({1})
%!error <X must be a numeric vector or matrix> gpumean ("ab")
%!error <DIM must be an integer and a valid dimension> gpumean (1, 0)
%!error <DIM must be an integer and a valid dimension> gpumean (1, 1.5)
%!error <X must not contain any negative values> gpumean ([1 -1], "g")
%!error <mean type 'b' not recognized> gpumean (1, "b")
%!error <non-repeating positive integers> gpumean (ones (2), [1 1])
%!error <"all" contradicts DIM> gpumean (1, 1, "all")
%!error <sparse> gpumean (sparse (1))
%!error <reduction> gpumean (1:9, "kogge")
