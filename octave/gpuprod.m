## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{p} =} gpuprod (@var{A})
## @deftypefnx {} {@var{p} =} gpuprod (@var{A}, @var{dim})
## @deftypefnx {} {@var{p} =} gpuprod (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{p} =} gpuprod (@var{A}, "all")
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, @var{outtype})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{p} =} gpuprod (@dots{}, "lengths", @var{l})
## Product of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{prod} takes
## the first element of a vector of dimensions and has no @qcode{"all"}; here
## the meaning of newer versions holds.) @var{A} is a full numeric, logical or
## char array, real or complex, of any number of dimensions.
##
## The class of the result is @code{double} for integer, logical and char
## input, @code{single} for single; complex stays complex unless every
## imaginary part of the result is zero.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}: integers round and saturate at every
## step in index order, as Octave's do, and the product of a logical array is
## its AND.
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
## The product of nothing is 1: @code{gpuprod ([])} is 1, @code{gpuprod (zeros
## (0, 3))} is @code{[1 1 1]}.
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
## Differences from @code{prod}: elements are combined in a tree, so the last
## bits of a floating-point product may differ from those of @code{prod}: by
## less than @code{n * eps * abs (p)} for @var{n} real elements, and where a
## partial product overflows or underflows in one order only, the results
## differ. Octave 7's @code{prod (@var{A}, @var{dim}, "double")} of a single
## array gives zeros along any dimension but the first; that bug is not copied.
##
## @example
## @group
## gpuprod ([1 2; 3 4])
##   @result{} 3  8
## gpuprod ([1 2; 3 4], "all")
##   @result{} 24
## gpuprod (single ([1 2 3; 3 4 5]), 2, "double")
##   @result{}  6
##      60
## @end group
## @end example
## @seealso{gpucumprod, gpusum, gpualgos, gpulast, prod}
## @end deftypefn

function p = gpuprod (varargin)

  error ("gpureduce:notBuilt", "gpuprod: the compiled gateway gpuprod.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within n * eps * abs (p), the
## bound of two orders of multiplication, for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*3*4), 5) - 2, 2, 3, 4);
%! n = 1001;
%! x = 1 + sin (1:n) / 4;
%!assert (gpuprod (A), prod (A))
%!assert (gpuprod (A, 1), prod (A, 1))
%!assert (gpuprod (A, 2), prod (A, 2))
%!assert (gpuprod (A, 3), prod (A, 3))
%!assert (gpuprod (A, 4), A)
%!assert (gpuprod (A + 3, [1 3]), prod (prod (A + 3, 1), 3))
%!assert (gpuprod ([1 2; 3 4], "all"), 24)
%!assert (gpuprod (x), prod (x), n * eps * prod (x))
%!test # complex: a product of moduli bounds each step by sqrt (5) * eps
%! z = x .* exp (1i * (1:n));
%! assert (abs (gpuprod (z) - prod (z)) <= sqrt (5) * n * eps * abs (prod (z)));
%!test # single accumulates in higher precision
%! y = single (x);
%! p = prod (double (y));
%! assert (class (gpuprod (y)), "single");
%! assert (double (gpuprod (y)), p, double (eps ("single")) * p + n * double (eps ("single")) ^ 2 * p);
%!test # class of the result
%! for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char"}
%!   y = feval (c{1}, [1 2 3; 4 1 6]);
%!   assert (gpuprod (y), prod (y));
%!   assert (class (gpuprod (y)), "double");
%! endfor
%!test # zeros have the sign that all elements give them, packed integers too
%! for c = {"int8", "int16", "int32", "double"}
%!   y = feval (c{1}, reshape (mod (floor ((1:41*9) * 4.33), 5) - 2, 41, 9));
%!   assert (1 ./ gpuprod (y), 1 ./ prod (y));
%!   assert (1 ./ gpuprod (y.', 2), 1 ./ prod (y.', 2));
%! endfor
%!test # "native" rounds and saturates at every step, in index order
%! y = int8 ([100 2 -1; 100 2 0]);
%! assert (gpuprod (y, 2, "native"), int8 ([-127; 0]));
%! assert (gpuprod ([intmin("int64"), -1], "native"), intmax ("int64"));
%! assert (gpuprod (uint64 ([2^32, 2^32-1]), "native"), uint64 (18446744069414584320));
%! z = int8 (mod (97 * (1:60), 5) - 2);
%! z(z == 0) = 1;
%! assert (gpuprod (z, "native"), prod (z, "native"));
%!assert (gpuprod ([true true; true false], 2, "native"), [true; false])
%!test # the builtin's zeros for (single, dim > 1, "double") are not copied
%! y = single ([1 2 3; 3 4 5]);
%! assert (gpuprod (y, 2, "double"), [6; 60]);
%! assert (class (gpuprod (y, 2, "double")), "double");
%! assert (gpuprod (zeros (2, 0, "single"), 2, "double"), [1; 1]);
%!assert (gpuprod ([2 3], "default"), 6)
%!assert (gpuprod ([2 NaN 3]), NaN)
%!assert (gpuprod ([2 NaN 3], "omitnan"), 6)
%!assert (gpuprod ([NaN NaN; 2 NaN], 2, "omitnan"), [1; 2])
%!assert (1 / gpuprod ([-0 1]), -Inf)
%!test # a complex product starts from 1+0i
%! p = gpuprod (complex (Inf, 0));
%! assert ([real(p), imag(p)], [Inf, NaN]);
%!assert (gpuprod ([complex(Inf, Inf), 1i]), complex (-Inf, Inf))
%!test # empties
%! for sz = {[0 0], [0 1], [1 0], [0 3], [3 0], [0 0 2], [2 2 0], [1 1 0], [2 2 0 3]}
%!   z = zeros (sz{1});
%!   assert (gpuprod (z), __test_rule__ ("prod", z));
%!   for dim = 1:3
%!     assert (gpuprod (z, dim), __test_rule__ ("prod", z, dim));
%!   endfor
%! endfor
%! assert (gpuprod (false (0, 0), "native"), true);
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = 1 - 2 * (mod (1:len, 7) == 3);
%!   assert (gpuprod (y, "shuffle"), prod (y));
%!   assert (gpuprod (y, "shuffle", "block", 32), prod (y));
%! endfor
%!error <Invalid call to gpuprod> gpuprod ()
%!error <unrecognized type argument 'foo'> gpuprod (1, "foo")
%!error <unrecognized type argument 'extra'> gpuprod (1, "extra")
%!error <wrong type argument 'cell'> gpuprod ({1})
%!error <invalid dimension DIM = 0> gpuprod (1, 0)
%!error <non-repeating positive integers> gpuprod (ones (2), [1 1])
%!error <"all" contradicts DIM> gpuprod (1, 1, "all")
%!error <sparse> gpuprod (sparse (1))
%!error <reduction> gpuprod (1:9, "kogge")
