## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{d} =} gpudiff (@var{x})
## @deftypefnx {} {@var{d} =} gpudiff (@var{x}, @var{k})
## @deftypefnx {} {@var{d} =} gpudiff (@var{x}, @var{k}, @var{dim})
## Differences of elements of @var{x} that follow each other, taken @var{k} times.
##
## @var{x} is a full numeric or logical array, on the host or a gpuArray.  @var{k} is 0 or more, by default 1, which
## @code{[]} stands for, too.  Along dimension @var{dim}, by default the first whose size is not 1, the result is
## @var{k} elements shorter, but not less than empty.  Logical @var{x} gives double; other classes stay, and integers
## saturate at each step.
##
## Without @var{dim}, and with no element left along the first dimension, @code{gpudiff} goes on as Octave's @code{diff}
## does, whose help says that it continues along the next dimension: there it takes differences of @var{x} itself, until
## @var{k} are counted, @code{@var{n} - 1} along each dimension of size @var{n}, and what is left over along the last
## one. The differences of a scalar are @code{zeros (0, 0)}.
##
## The result is that of @code{diff} to the bit.
##
## @example
## @group
## gpudiff ([1 4 9 16])
##   @result{} 3  5  7
## gpudiff ([1 4 9 16], 2)
##   @result{} 2  2
## gpudiff ([1 4; 9 16], 1, 2)
##   @result{} 3
##      7
## @end group
## @end example
## @seealso{gpucumsum, gputrapz, diff}
## @end deftypefn

function d = gpudiff (varargin)

  error ("gpureduce:notBuilt", "gpudiff: the compiled gateway gpudiff.mex is missing; run 'make'");

endfunction

%!shared A
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%!test
%! for y = {A, single(A) / 3, int8(20 * A), uint16(A), A > 0, A + 2i * flip(A)}
%!   assert (gpudiff (y{1}), diff (y{1}));
%!   for k = 0:9
%!     assert (gpudiff (y{1}, k), diff (y{1}, k));
%!     assert (class (gpudiff (y{1}, k)), class (diff (y{1}, k)));
%!     for dim = 1:3
%!       assert (gpudiff (y{1}, k, dim), diff (y{1}, k, dim));
%!     endfor
%!   endfor
%! endfor
%!assert (gpudiff (1:5, []), ones (1, 4))
%!assert (gpudiff (int8 ([-100 100 -100])), int8 ([127 -128]))
%!assert (gpudiff ([1 Inf Inf NaN]), [Inf NaN NaN])
%!test # sizes
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3], [1 0 3], [1 1], [1 5], [3 3], [1 1 4], [2 1 3], [3 1 1 2]}
%!   for k = 0:12
%!     assert (gpudiff (ones (sz{1}), k), diff (ones (sz{1}), k));
%!   endfor
%! endfor
%! assert (class (gpudiff (int8 (5))), "int8");
%! assert (class (gpudiff (true)), "logical");
%! assert (class (gpudiff ([true false])), "double");
%!error <Invalid call to gpudiff> gpudiff ()
%!error <X must be numeric or logical> gpudiff ("ab")
%!error <order K must be non-negative> gpudiff ([1 4], -1)
%!error <order K must be non-negative and whole; given was 1.5> gpudiff ([1 4], 1.5)
%!error <order K must be a scalar or \[\]> gpudiff ([1 4], [1 2])
%!error <DIM must be a valid dimension> gpudiff ([1 4], 1, 0)
%!error <DIM must be a valid dimension> gpudiff ([1 4], 1, 3)
%!error <sparse input is not supported; use diff> gpudiff (sparse (1))
