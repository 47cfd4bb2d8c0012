## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{p} =} gpucumprod (@var{A})
## @deftypefnx {} {@var{p} =} gpucumprod (@var{A}, @var{dim})
## @deftypefnx {} {@var{p} =} gpucumprod (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{p} =} gpucumprod (@var{A}, "all")
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, @var{outtype})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, @var{direction})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, "exclusive")
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{p} =} gpucumprod (@dots{}, "lengths", @var{l})
## Cumulative product of the elements of @var{A}.
##
## The result has the size of @var{A}; the scan runs along dimension @var{dim},
## by default the first whose size is not 1. @var{A} is a full numeric or logical
## array, real or complex, of any number of dimensions.
##
## A vector @var{vecdim} of different dimensions joins them to one, in their order,
## and the scan runs along that: it stands in the place of the first of them, and the
## others have size 1. With @qcode{"all"} these are all dimensions, and the result is a
## column. (Octave 7's @code{cumprod} takes the first element of a vector and has no
## @qcode{"all"}; here the meaning of newer versions holds.)
##
## The class of the result is @code{single} for single input, @code{double} for
## double, integer and logical; complex stays complex unless every imaginary
## part of the result is zero. A char array is refused.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}: integers round and saturate at every step,
## as those of Octave 11 do, and a logical array gives its running AND.
##
## @item "double"
## Single input is converted to double and gives double.
##
## @item "default"
## The rule above, by name.
## @end table
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out, as if they
## were 1; @qcode{"includenan"} is the default rule by name. A complex element
## is NaN if either part is. @qcode{"omitmissing"} and @qcode{"includemissing"}
## are other words for the same.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"},
## from the last element to the first. With @qcode{"exclusive"} each element
## combines those before it only; the first is 1. Both options may be given.
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
## replaced. The same call gives the same bits every time, and on every GPU whose
## blocks have as much shared memory as an H100's; only @qcode{"cub"} may round
## differently.
##
## Differences from @code{cumprod}: elements are combined in a tree, so the
## last bits of floating-point results may differ from those of @code{cumprod}:
## by less than @code{n * eps * abs (p)} for @var{n} real elements, and where a
## partial product overflows or underflows in one order only, the results
## differ.
##
## @example
## @group
## gpucumprod ([1 2 3 4])
##   @result{} 1  2  6  24
## gpucumprod ([1 2 3 4], "reverse")
##   @result{} 24  24  12  4
## gpucumprod ([1 2 3 4], 2, "exclusive", "kogge")
##   @result{} 1  1  2  6
## gpucumprod (int8 ([50 3 -2]), "native")
##   @result{} 50  127  -128
## @end group
## @end example
## @seealso{gpuprod, gpucumsum, gpualgos, gpulast, cumprod}
## @end deftypefn

function p = gpucumprod (varargin)

  error ("gpureduce:notBuilt", "gpucumprod: the compiled gateway gpucumprod.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within n * eps * abs (p), the
## bound of two orders of multiplication, for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*3*4), 5) - 2, 2, 3, 4);
%! n = 1001;
%! x = 1 + sin (1:n) / 4;
%!assert (gpucumprod (A), cumprod (A))
%!assert (gpucumprod (A, 1), cumprod (A, 1))
%!assert (gpucumprod (A, 2), cumprod (A, 2))
%!assert (gpucumprod (A, 3), cumprod (A, 3))
%!assert (gpucumprod (A, 4), A)
%!test
%! assert (all (abs (gpucumprod (x) - cumprod (x)) <= n * eps * cumprod (x)));
%! z = x .* exp (1i * (1:n));
%! assert (all (abs (gpucumprod (z) - cumprod (z)) <= sqrt (5) * n * eps * abs (cumprod (z))));
%!test # single accumulates in higher precision
%! y = single (x);
%! p = cumprod (double (y));
%! assert (class (gpucumprod (y)), "single");
%! e = double (eps ("single"));
%! assert (all (abs (double (gpucumprod (y)) - p) <= (e + n * e^2) * p));
%!test # class of the result
%! for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
%!   y = feval (c{1}, [1 2 100; 4 1 6]);
%!   assert (gpucumprod (y, 2), __test_rule__ ("cumprod", y, 2));
%!   assert (class (gpucumprod (y)), "double");
%! endfor
%!assert (gpucumprod (int8 ([100 2 -1])), [100 200 -200])
%!assert (gpucumprod ([2 NaN 3]), [2 NaN NaN])
%!assert (gpucumprod ([2 NaN 3], "omitnan"), [2 2 6])
%!assert (gpucumprod (complex (Inf, 1)), complex (Inf, 1))
%!test # direction and exclusion, along every dimension
%! for dim = 1:3
%!   assert (gpucumprod (A, dim, "reverse"), flip (cumprod (flip (A, dim), dim), dim));
%!   assert (gpucumprod (A, dim, "forward"), cumprod (A, dim));
%! endfor
%! assert (gpucumprod ([2 3 4], "exclusive"), [1 2 6]);
%! assert (gpucumprod ([2 3 4], "reverse", "exclusive"), [12 4 1]);
%!test # empties keep their size
%! for sz = {[0 0], [0 3], [3 0], [2 2 0]}
%!   z = zeros (sz{1});
%!   assert (gpucumprod (z), z);
%! endfor
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = 1 - 2 * (mod (1:len, 7) == 3);
%!   assert (gpucumprod (y, "kogge"), cumprod (y));
%!   assert (gpucumprod (y, "kogge", "block", 32), cumprod (y));
%! endfor
%!error <Invalid call to gpucumprod> gpucumprod ()
%!error <wrong type argument 'cell'> gpucumprod ({1})
%!error <invalid conversion from string to real N-D array> gpucumprod ("ab")
%!error <invalid dimension argument = -1> gpucumprod (1, -1)
%!error <conversion of 1.5 to int value failed> gpucumprod (1, 1.5)
%!error <extra> gpucumprod (1, "extra")
%!test <a vector of dimensions joins them>
%! B = reshape (mod (5 * (1:24), 11) - 4, 2, 3, 4);
%! assert (gpucumprod (B, "all"), cumprod (B(:)));
%! assert (gpucumprod (B, [3 1]), reshape (cumprod (reshape (permute (B, [1 3 2]), 8, 3), 1), 8, 3));
%! assert (gpucumprod (B, [2 3]), cumprod (reshape (B, 2, 12), 2));
%! assert (size (gpucumprod (B, [1 2])), [6 1 4]);
%!error <non-repeating positive integers> gpucumprod (ones (2), [1 1])
%!error <sparse> gpucumprod (sparse (1))
%!error <scan> gpucumprod (1:9, "shuffle")
