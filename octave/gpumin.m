## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{m} =} gpumin (@var{A})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], @var{dim})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], @var{vecdim})
## @deftypefnx {} {@var{m} =} gpumin (@var{A}, [], "all")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, "linear")
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{algorithm})
## @deftypefnx {} {[@var{m}, @var{i}] =} gpumin (@dots{}, @var{algorithm}, "block", @var{n})
## Minimum of the elements of @var{A}.
##
## It works along dimension @var{dim}, by default the first whose size is not
## 1. A vector @var{vecdim} of different dimensions reduces over all of them at
## once, and @qcode{"all"} over every element. (Octave 7's @code{min} takes the
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
## NaN is passed over; only a slice of nothing but NaN gives NaN, with index 1.
## @qcode{"omitnan"} is this rule by name; with @qcode{"includenan"} a NaN,
## once met, is the answer, and its first position the index. A complex element
## is NaN if either part is. The first of equal elements wins, and 0 and -0 are
## equal.
##
## A dimension of size 0 stays 0: @code{gpumin ([])} is @code{zeros (0, 0)},
## @code{gpumin (zeros (0, 3))} is @code{zeros (0, 3)}.
##
## @var{algorithm} names one of the algorithms that @code{gpualgos} lists, by
## name or alias, for example @qcode{"shuffle"}; the default, @qcode{"auto"},
## is tuned for speed. Every one gives the right answer for every length and
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
## Differences from @code{min}: the elementwise form @code{min (A, B)} is
## refused; so the second argument is @code{[]}. Characters are ordered by their
## codes from 0 to 255; @code{min} takes codes above 127 for negative ones. On a
## CUDA device, complex elements whose @code{abs} and @code{arg} are the same but
## for a few units in the last place may be ordered otherwise, as the device's
## @code{hypot} and @code{atan2} round in their own way.
##
## @example
## @group
## [m, i] = gpumin ([3 9 4; 8 1 7])
##   @result{} m = 3  1  4
##   @result{} i = 1  2  1
## [m, i] = gpumin ([3 9 4; 8 1 7], [], 2, "linear")
##   @result{} m = 3
##          1
##   @result{} i = 1
##          4
## gpumin ([1 NaN 2], [], "includenan")
##   @result{} NaN
## @end group
## @end example
## @seealso{gpucummin, gpumax, gpualgos, gpulast, min}
## @end deftypefn

function [m, i] = gpumin (varargin)

  error ("gpureduce:notBuilt", "gpumin: the compiled gateway gpumin.mex is missing; run 'make'");

endfunction

## The builtin is the oracle, and equal: an order has no rounding.
%!shared A, x
%! A = reshape (mod (7 * (1:2*3*4), 19) - 9, 2, 3, 4);
%! x = sin (1:1001);
%!test # values and positions, along every dimension
%! for B = {A, single(A), A > 0, int8(A), uint16(A), int64(A) + intmax("int64") - 20, ...
%!          char(A + 80), A + 2i * flip(A)}
%!   for dim = 1:4
%!     [m, i] = min (B{1}, [], dim);
%!     [gm, gi] = gpumin (B{1}, [], dim);
%!     assert (gm, m);
%!     assert (class (gm), class (m));
%!     assert (gi, i);
%!     assert (class (gi), "double");
%!     assert (gpumin (B{1}, [], dim), m);
%!   endfor
%! endfor
%!assert (gpumin (A), min (A))
%!assert (gpumin (x), min (x))
%!assert (gpumin (single (x.')), min (single (x)))
%!assert (gpumin (5:-1:1), min (5:-1:1))
%!test # several dimensions at once give the linear index
%! [m, i] = gpumin (A, [], "all");
%! assert (m, min (A(:)));
%! assert (i, find (A(:) == m, 1));
%! [m, i] = gpumin (A, [], [1 2]);
%! assert (m, min (min (A, [], 1), [], 2));
%! assert (A(i), m);
%! assert (size (i), [1 1 4]);
%!test # "linear"
%! for dim = 1:3
%!   [m, i] = gpumin (A, [], dim, "linear");
%!   assert (A(i), m);
%! endfor
%! [~, i] = gpumin ([3 9 4; 8 1 7], [], 1, "linear");
%! [~, k] = min ([3 9 4; 8 1 7]);
%! assert (i, k + [0 2 4]);
%!test # NaN is passed over, the first of equals wins
%! for B = {[NaN 1 NaN 2], [3 1 3 1], [NaN Inf], [NaN NaN; 1 NaN], [NaN NaN NaN]}
%!   [m, i] = min (B{1});
%!   [gm, gi] = gpumin (B{1});
%!   assert (gm, m);
%!   assert (gi, i);
%! endfor
%!test # "includenan": the first NaN is the answer
%! [m, i] = gpumin ([3 NaN 1 NaN], [], "includenan");
%! assert (m, NaN);
%! assert (i, 2);
%! assert (gpumin ([3 NaN 1], [], "omitnan"), min ([3 1]));
%! assert (gpumin ([3 NaN; 1 2], [], 2, "includenan"), [NaN; min(1, 2)]);
%!test # 0 and -0 are equal, the first stays
%! assert (1 ./ gpumin ([-0 0]), -Inf);
%! assert (1 ./ gpumin ([0 -0]), Inf);
%!assert (isna (gpumin ([NA NaN])))
%!assert (! isna (gpumin ([NaN NA])))
%!test # complex: by abs, then by arg with -pi counted as pi
%! for B = {[1i -1i 1 -1], [3+4i 5 -5 5i], [complex(-1, -0) 1i], complex([3 -3], 0), ...
%!          [complex(Inf, NaN) 1i], [complex(Inf, Inf) complex(Inf, 0)], [1e200+1e200i 1e200]}
%!   [m, i] = min (B{1});
%!   [gm, gi] = gpumin (B{1});
%!   assert (gm, m);
%!   assert (gi, i);
%! endfor
%!test # 64-bit integers beyond 2^53
%! y = int64 (9007199254740992) + int64 ([1 0]);
%! assert (gpumin (y), min (y));
%!test # empties: a dimension of size 0 stays 0
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 2 0]}
%!   z = zeros (sz{1});
%!   [gm, gi] = gpumin (z);
%!   [m, i] = min (z);
%!   assert (gm, m);
%!   assert (gi, i);
%!   for dim = 1:3
%!     assert (gpumin (z, [], dim), min (z, [], dim));
%!   endfor
%! endfor
%! assert (class (gpumin (single ([]))), "single");
%!test # a named algorithm, lengths around its blocks
%! for len = [1 2 31 33 255 257 1025]
%!   y = mod (13 * (1:len), 101) - 50;
%!   [m, i] = min (y);
%!   [gm, gi] = gpumin (y, [], "shuffle");
%!   assert ([gm, gi], [m, i]);
%!   [gm, gi] = gpumin (y, [], 2, "shuffle", "block", 32);
%!   assert ([gm, gi], [m, i]);
%! endfor
%!assert (gpumin (char ([200 100])), 100) # codes from 0 to 255, which min takes for signed ones
%!test # moduli of denormal singles are rounded to few values; then the arguments decide
%! d = single (2 ^ -149);
%! z = [complex(single (0), d), complex(d, -d), complex(d, d)];
%! [want, at] = min (z);
%! for a = {"auto", "shuffle", "unroll-all8"}
%!   [m, k] = gpumin (z, [], 2, a{1});
%!   assert ({m, k}, {want, at});
%! endfor
%!error <Invalid call to gpumin> gpumin ()
%!error <elementwise> gpumin ([1 2], 3)
%!error <DIM must be a valid dimension> gpumin (1, [], 0)
%!error <conversion of 1.5 to int value failed> gpumin (1, [], 1.5)
%!error <wrong type argument 'cell'> gpumin ({1})
%!error <sparse> gpumin (sparse (1))
%!error <reduction> gpumin (1:9, [], "kogge")
%!error <native> gpumin (1:9, [], "native")
%!error <element number 3 undefined in return list> [a, b, c] = gpumin (1)
