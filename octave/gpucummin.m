## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{w} =} gpucummin (@var{A})
## @deftypefnx {} {@var{w} =} gpucummin (@var{A}, @var{dim})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{direction})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, "exclusive")
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{w}, @var{i}] =} gpucummin (@dots{}, @var{algorithm}, "block", @var{n})
## Cumulative minimum of the elements of @var{A}.
##
## The result has the size of @var{A}; the scan runs along dimension @var{dim},
## by default the first whose size is not 1. (Octave 7's @code{cummin} takes
## the first element of a vector @var{dim}; here a vector is refused.) @var{A}
## is a full numeric or logical array, real or complex, of any number of
## dimensions.
##
## The class of the result is that of @var{A}: integers and logical keep their
## class, 64-bit integers are exact; char is refused. Complex elements are
## compared by @code{abs}, then by @code{arg} with -pi counted as pi. The
## index, the position along @var{dim} of the running minimum, is
## @code{double}.
##
## NaN is passed over: leading NaN stay, with index 1, later ones take the
## running minimum and its index. @qcode{"omitnan"} is this rule by name; with
## @qcode{"includenan"} everything from the first NaN on is NaN. A complex
## element is NaN if either part is. The first of equal elements, in the
## direction of the scan, wins, and 0 and -0 are equal.
##
## @var{direction} is @qcode{"forward"}, the default, or @qcode{"reverse"},
## from the last element to the first. With @qcode{"exclusive"} each element
## combines those before it only; the first is NaN for floating-point input,
## the largest value of the class for the others, with index 0. Both options
## may be given.
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
## Sparse arrays, cells, structs and objects are refused; use @code{full (A)}
## for a sparse array. An option, algorithm or block size that is not taken
## here is refused with a message that says what is taken; nothing is silently
## replaced. The same call on the same device gives the same bits every time,
## whatever the algorithm.
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
%!test # values and positions, along every dimension
%! for B = {A, single(A), A > 0, int8(A), uint16(A), int64(A) + intmax("int64") - 20, A + 2i * flip(A)}
%!   for dim = 1:4
%!     [w, i] = cummin (B{1}, dim);
%!     [gw, gi] = gpucummin (B{1}, dim);
%!     assert (gw, w);
%!     assert (class (gw), class (w));
%!     assert (gi, i);
%!     assert (class (gi), "double");
%!     assert (gpucummin (B{1}, dim), w);
%!   endfor
%! endfor
%!assert (gpucummin (A), cummin (A))
%!assert (gpucummin (x), cummin (x))
%!assert (gpucummin (single (x.')), cummin (single (x.')))
%!test # leading NaN stay, later ones keep the running value; the first of equals wins
%! for B = {[NaN 1 NaN 2], [NaN NaN 1], [3 1 3 1], [NaN NaN], [NaN NaN; 1 NaN]}
%!   [w, i] = cummin (B{1});
%!   [gw, gi] = gpucummin (B{1});
%!   assert (gw, w);
%!   assert (gi, i);
%! endfor
%!assert (gpucummin ([2 NaN 5 1], "includenan"), [2 NaN NaN NaN])
%!assert (gpucummin ([2 NaN 5 1], "omitnan"), cummin ([2 NaN 5 1]))
%!assert (1 ./ gpucummin ([-0 0]), [-Inf -Inf])
%!assert (1 ./ gpucummin ([0 -0]), [Inf Inf])
%!test # complex: by abs, then by arg
%! z = [complex(Inf, NaN), 3+4i 5 -5 5i, 1i, -1];
%! [w, i] = cummin (z);
%! [gw, gi] = gpucummin (z);
%! assert (gw, w);
%! assert (gi, i);
%!test # direction: the positions are those in the array
%! for dim = 1:3
%!   [w, i] = cummin (flip (A, dim), dim);
%!   [gw, gi] = gpucummin (A, dim, "reverse");
%!   assert (gw, flip (w, dim));
%!   assert (gi, size (A, dim) + 1 - flip (i, dim));
%!   assert (gpucummin (A, dim, "forward"), cummin (A, dim));
%! endfor
%!test # exclusion
%! [w, i] = cummin ([2 5 1 7]);
%! [gw, gi] = gpucummin ([2 5 1 7], "exclusive");
%! assert (gw, [NaN, w(1:3)]);
%! assert (gi, [0, i(1:3)]);
%! assert (gpucummin (int8 ([2 5 1]), "exclusive"), [intmax("int8"), cummin(int8 ([2 5]))]);
%!test # empties keep their size
%! for sz = {[0 0], [0 3], [3 0], [2 2 0]}
%!   z = zeros (sz{1});
%!   [w, i] = gpucummin (z);
%!   assert (w, z);
%!   assert (i, z);
%! endfor
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = mod (13 * (1:len), 101) - 50;
%!   [w, i] = cummin (y);
%!   [gw, gi] = gpucummin (y, "kogge");
%!   assert ({gw, gi}, {w, i});
%!   [gw, gi] = gpucummin (y, 2, "kogge", "block", 32);
%!   assert ({gw, gi}, {w, i});
%! endfor
%!error <Invalid call to gpucummin> gpucummin ()
%!error <wrong type argument 'cell'> gpucummin ({1})
%!error <wrong type argument 'sq_string'> gpucummin ('ab')
%!error <DIM must be a valid dimension> gpucummin (1, 0)
%!error <conversion of 1.5 to int value failed> gpucummin (1, 1.5)
%!error <native> gpucummin (1, "native")
%!error <a scan runs along one dimension> gpucummin (ones (2), [1 2])
%!error <sparse> gpucummin (sparse (1))
%!error <scan> gpucummin (1:9, "shuffle")
%!error <element number 3 undefined in return list> [a, b, c] = gpucummin (1)
