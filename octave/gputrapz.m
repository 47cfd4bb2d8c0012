## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{q} =} gputrapz (@var{y})
## @deftypefnx {} {@var{q} =} gputrapz (@var{x}, @var{y})
## @deftypefnx {} {@var{q} =} gputrapz (@var{y}, @var{dim})
## @deftypefnx {} {@var{q} =} gputrapz (@var{x}, @var{y}, @var{dim})
## Integral of points @var{y} by the trapezoidal rule.
##
## It works along dimension @var{dim}, by default the first of more than one element.  @var{x} is the distance of the
## points, by default 1, or a vector of their places, or an array of these of the size of @var{y}.  Both are full
## arrays, on the host or gpuArrays.  Of two arguments the second one is @var{dim} if it is a scalar and the first one
## is not.
##
## Arguments and classes are those of Octave 7's @code{trapz}, and so are the elements that are added.  Results
## differ from its by less than @code{2 * n * eps} times the sum of the moduli of the areas for @var{n} points, and are
## exact where its are.
##
## @example
## @group
## gputrapz ([1 4 9 16])
##   @result{} 21.500
## gputrapz ([0 2 3], [1 4 9])
##   @result{} 11.500
## @end group
## @end example
## @seealso{gpucumtrapz, gpusum, gpudiff, trapz}
## @end deftypefn

function q = gputrapz (varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ();
  endif
  [pieces, factor, dim] = trapezoids ("gputrapz", varargin);
  q = factor .* gpusum (pieces, dim);

endfunction

%!shared rule, Y, X
%! rule = @(varargin) __test_rule__ ("trapz", varargin{:});
%! Y = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! X = cumsum (1 + reshape (mod (5 * (1:24), 3), 2, 3, 4), 2);
%!test
%! for y = {Y, single(Y), int8(20 * Y), uint16(Y), Y > 0, char(Y + 70), Y + 2i * flip(Y)}
%!   assert (gputrapz (y{1}), rule (y{1}));
%!   assert (class (gputrapz (y{1})), class (rule (y{1})));
%!   for dim = 1:3
%!     n = size (Y, dim);
%!     assert (gputrapz (y{1}, dim), rule (y{1}, dim));
%!     assert (gputrapz (2, y{1}, dim), rule (2, y{1}, dim));
%!     assert (gputrapz (X, y{1}, dim), rule (X, y{1}, dim));
%!     assert (gputrapz ((1:n) .^ 2, y{1}, dim), rule ((1:n) .^ 2, y{1}, dim));
%!   endfor
%! endfor
%! assert (gputrapz (int8 (2), int8 ([100 100 100])), rule (int8 (2), int8 ([100 100 100])));
%!assert (gputrapz ([1; 2; 4], [1 2 3]), rule ([1; 2; 4], [1 2 3]))
%!assert (gputrapz (2, 5), rule (2, 5))
%!test # rounding
%! n = 1001;
%! x = cumsum (1 + sin (1:n));
%! y = sin (1:n) .* 10 .^ mod (1:n, 7);
%! areas = abs (diff (x) .* (abs (y(1:n-1)) + abs (y(2:n))));
%! assert (gputrapz (x, y), rule (x, y), n * eps * sum (areas));
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [1 1], [2 0 3]}
%!   assert (gputrapz (zeros (sz{1})), rule (zeros (sz{1})));
%!   assert (gputrapz (2, zeros (sz{1})), rule (2, zeros (sz{1})));
%! endfor
%!error <Invalid call to gputrapz> gputrapz ()
%!error <Y must be a numeric, logical or char array> gputrapz ({1})
%!error <X must be a numeric or logical array> gputrapz ({1}, 1:3)
%!error <DIM must be an integer and a valid dimension> gputrapz (1, 2, 1.5)
%!error <DIM must be an integer and a valid dimension> gputrapz (1:3, 0)
%!error <DIM must be an integer and a valid dimension> gputrapz (1:3, 1:3, 3)
%!error <length of X and length of Y along DIM must match> gputrapz ([1 2], [1 2 3])
%!error <X and Y must have same shape> gputrapz (ones (2, 3), ones (2, 4))
%!error <sparse input is not supported; use trapz> gputrapz (sparse (1:3))
%!error <gputrapz: X of class int8 and Y of class uint8 cannot be multiplied> gputrapz (int8 ([1 2]), uint8 ([1 2]))
%!error <gputrapz: codistributed arrays are not supported> gputrapz (codistributed (1:3))
