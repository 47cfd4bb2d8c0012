## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{s} =} gpucumsum (@var{A})
## @deftypefnx {} {@var{s} =} gpucumsum (@var{A}, @var{dim})
## @deftypefnx {} {@var{s} =} gpucumsum (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{s} =} gpucumsum (@var{A}, "all")
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, @var{outtype})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, @var{nanflag})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, @var{direction})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, "exclusive")
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, @var{algorithm})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, @var{algorithm}, "block", @var{n})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, "backend", @var{backend})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, "offsets", @var{o})
## @deftypefnx {} {@var{s} =} gpucumsum (@dots{}, "lengths", @var{l})
## Cumulative sum of the elements of @var{A}.
##
## The result has the size of @var{A}; the scan runs along dimension @var{dim},
## by default the first whose size is not 1. @var{A} is a full numeric or logical
## array, real or complex, of any number of dimensions.
##
## A vector @var{vecdim} of different dimensions joins them to one, in their order,
## and the scan runs along that: it stands in the place of the first of them, and the
## others have size 1. With @qcode{"all"} these are all dimensions, and the result is a
## column. (Octave 7's @code{cumsum} takes the first element of a vector and has no
## @qcode{"all"}; here the meaning of newer versions holds.)
##
## The class of the result is @code{double} for integer and logical input,
## @code{single} for single; complex stays complex unless every imaginary part
## of the result is zero. A char array is refused.
##
## @var{outtype} changes it:
##
## @table @code
## @item "native"
## The result has the class of @var{A}: integers saturate at every step, as
## Octave's do, and a logical array gives its running OR.
##
## @item "double"
## Single input is converted to double and gives double.
##
## @item "default"
## The rule above, by name.
## @end table
##
## NaN propagates. With @qcode{"omitnan"} NaN elements are left out, as if they
## were 0; @qcode{"includenan"} is the default rule by name. A complex element
## is NaN if either part is. @qcode{"omitmissing"} and @qcode{"includemissing"}
## are other words for the same.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"},
## from the last element to the first. With @qcode{"exclusive"} each element
## combines those before it only; the first is 0. Both options may be given.
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
## Differences from @code{cumsum}: elements are combined in a tree, not from
## left to right, so the last bits of floating-point results may differ from
## those of @code{cumsum}: by less than @code{n * eps * cumsum (abs (A))} for
## @var{n} elements. Single input accumulates in higher precision. Sums of
## integers in double below 2^53 and all integer classes are exact where
## @code{cumsum} is.
##
## @example
## @group
## gpucumsum ([1 2 3 4])
##   @result{} 1  3  6  10
## gpucumsum ([1 2 3 4], "kogge", "block", 128)
##   @result{} 1  3  6  10
## gpucumsum ([1 2 3 4], "reverse")
##   @result{} 10  9  7  4
## gpucumsum ([1 2 3 4], "exclusive")
##   @result{} 0  1  3  6
## gpucumsum ([1 3; 2 4], "all").'
##   @result{} 1  3  6  10
## @end group
## @end example
## @seealso{gpusum, gpucumprod, gpualgos, gpulast, cumsum}
## @end deftypefn

function s = gpucumsum (varargin)

  error ("gpureduce:notBuilt", "gpucumsum: the compiled gateway gpucumsum.mex is missing; run 'make'");

endfunction

## The builtin is the oracle: equal for integers, within n * eps * cumsum (abs (x)),
## twice the bound of any order of summation, for floating point.
%!shared A, x, n
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! n = 1001;
%! x = sin (1:n) .* 10 .^ mod (1:n, 7);
%!assert (gpucumsum (A), cumsum (A))
%!assert (gpucumsum (A, 1), cumsum (A, 1))
%!assert (gpucumsum (A, 2), cumsum (A, 2))
%!assert (gpucumsum (A, 3), cumsum (A, 3))
%!assert (gpucumsum (A, 4), A)
%!test
%! assert (all (abs (gpucumsum (x) - cumsum (x)) <= n * eps * cumsum (abs (x))));
%! z = x + 1i * flip (x);
%! assert (all (abs (gpucumsum (z) - cumsum (z)) <= n * eps * cumsum (abs (x) + abs (flip (x)))));
%!test # single accumulates in higher precision: one rounding a result, and eps^2 a step
%! y = single (x);
%! s = cumsum (double (y));
%! assert (class (gpucumsum (y)), "single");
%! e = double (eps ("single"));
%! assert (all (abs (double (gpucumsum (y)) - s) <= e * abs (s) + n * e^2 * cumsum (abs (double (y)))));
%!test # class of the result
%! for c = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical"}
%!   y = feval (c{1}, [1 2 3; 4 0 6]);
%!   assert (gpucumsum (y, 2), __test_rule__ ("cumsum", y, 2));
%!   assert (class (gpucumsum (y)), "double");
%! endfor
%!test # "native" saturates at every step
%! assert (gpucumsum (int8 ([100 100 -100]), "native"), int8 ([100 127 27]));
%! y = int8 (mod (97 * (1:n), 251) - 125);
%! assert (gpucumsum (y, "native"), __test_rule__ ("cumsum", y, "native"));
%! assert (gpucumsum (y, "native", "kogge"), __test_rule__ ("cumsum", y, "native"));
%!assert (gpucumsum ([false true false], "native"), [false true true])
%!assert (gpucumsum (single ([16777216 1 1]), "double"), [16777216 16777217 16777218])
%!assert (class (gpucumsum (single (1), "double")), "double")
%!assert (gpucumsum (A, 2, "default"), cumsum (A, 2))
%!assert (gpucumsum ([1 NaN 2]), [1 NaN NaN])
%!assert (gpucumsum ([1 NaN 2], "omitnan"), [1 1 3])
%!assert (gpucumsum ([1 NaN 2], "includenan"), [1 NaN NaN])
%!assert (1 ./ gpucumsum ([-0 -0]), [-Inf -Inf])
%!test # direction and exclusion, along every dimension
%! for dim = 1:3
%!   r = flip (cumsum (flip (A, dim), dim), dim);
%!   assert (gpucumsum (A, dim, "reverse"), r);
%!   assert (gpucumsum (A, dim, "forward"), cumsum (A, dim));
%!   assert (gpucumsum (A, dim, "exclusive"), cumsum (A, dim) - A);
%!   assert (gpucumsum (A, dim, "reverse", "exclusive"), r - A);
%! endfor
%! assert (gpucumsum (int8 ([100 100 -100]), "native", "exclusive"), int8 ([0 100 127]));
%!test # empties keep their size
%! for sz = {[0 0], [0 3], [3 0], [2 2 0]}
%!   z = zeros (sz{1});
%!   assert (gpucumsum (z), z);
%!   assert (gpucumsum (z, 2, "exclusive"), z);
%! endfor
%! assert (class (gpucumsum (int8 ([]))), "double");
%! assert (class (gpucumsum (int8 ([]), "native")), "int8");
%!test # every algorithm, every length around its blocks
%! for a = gpualgos ()(:).'
%!   if (! any (strfind (a.kinds, "scan"))
%!       || (a.cuda_only && ! (strcmp (__gpureduce__ ("backend"), "cuda") && __gpureduce__ ("has_cub"))))
%!     continue;
%!   endif
%!   for len = [1 2 31 32 33 63 65 511 513 1025]
%!     y = mod (13 * (1:len), 101) - 50;
%!     assert (gpucumsum (y, a.name), cumsum (y));
%!     assert (gpucumsum (y, "reverse", "exclusive", a.name), flip (cumsum (flip (y))) - y);
%!     if (a.max_block)
%!       assert (gpucumsum (y, a.name, "block", a.min_block), cumsum (y));
%!       assert (gpucumsum (y, a.name, "block", a.max_block), cumsum (y));
%!     endif
%!   endfor
%!   assert (gpucumsum (A, 2, a.name), cumsum (A, 2));
%! endfor
%!test # the same bits every time
%! y = repmat (x, 1, 9);
%! s = gpucumsum (y);
%! for k = 1:5
%!   assert (gpucumsum (y), s);
%! endfor
%!error <Invalid call to gpucumsum> gpucumsum ()
%!error <unrecognized string argument> gpucumsum (1, "foo")
%!error <wrong type argument 'cell'> gpucumsum ({1})
%!error <wrong type argument 'sq_string'> gpucumsum ('ab')
%!error <invalid dimension argument = 0> gpucumsum (1, 0)
%!test <a vector of dimensions joins them>
%! B = reshape (mod (5 * (1:24), 11) - 4, 2, 3, 4);
%! assert (gpucumsum (B, "all"), cumsum (B(:)));
%! assert (gpucumsum (B, [3 1]), reshape (cumsum (reshape (permute (B, [1 3 2]), 8, 3), 1), 8, 3));
%! assert (gpucumsum (B, [2 3]), cumsum (reshape (B, 2, 12), 2));
%! assert (size (gpucumsum (B, [1 2])), [6 1 4]);
%!error <non-repeating positive integers> gpucumsum (ones (2), [1 1])
%!error <sparse> gpucumsum (sparse (1))
%!error <scan> gpucumsum (1:9, "shuffle")
%!error <block> gpucumsum (1:9, "kogge", "block", 100)
%!error <element number 2 undefined in return list> [a, b] = gpucumsum (1)

%!demo
%! ## A histogram's cumulative distribution, forward and from the other end
%! h = histc (randn (1, 1e4), -3:3);
%! [h; gpucumsum(h); gpucumsum(h, "reverse"); gpucumsum(h, "exclusive", "kogge")]
