## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{q} =} gpucumtrapz (@var{y})
## @deftypefnx {} {@var{q} =} gpucumtrapz (@var{x}, @var{y})
## @deftypefnx {} {@var{q} =} gpucumtrapz (@var{y}, @var{dim})
## @deftypefnx {} {@var{q} =} gpucumtrapz (@var{x}, @var{y}, @var{dim})
## Cumulative integral of points @var{y} by the trapezoidal rule.
##
## The result has the size of @var{y}: at each point the integral from the first one to it, which is 0 at the first.  It
## works along dimension @var{dim}, by default the first of more than one element.  @var{x} is the distance of the
## points, by default 1, or a vector of their places, or an array of these of the size of @var{y}.  Both are full
## arrays, on the host or gpuArrays.  Of two arguments the second one is @var{dim} if it is a scalar and the first one
## is not.
##
## Arguments and classes are those of Octave 7's @code{cumtrapz}, and so are the elements that are added.  Results
## differ from its by less than @code{2 * n * eps} times the sum of the moduli of the areas for @var{n} points, and are
## exact where its are.
##
## @example
## @group
## gpucumtrapz ([1 4 9 16])
##   @result{} 0  2.5000  9.0000  21.5000
## gpucumtrapz ([0 2 3], [1 4 9])
##   @result{} 0  5.0000  11.5000
## @end group
## @end example
## @seealso{gputrapz, gpucumsum, gpudiff, cumtrapz}
## @end deftypefn

function q = gpucumtrapz (varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ();
  endif
  [pieces, factor, dim] = trapezoids ("gpucumtrapz", varargin);
  first = size (pieces);
  first(dim) = 1;
  q = cat (dim, zeros (first), factor .* gpucumsum (pieces, dim));

endfunction

%!shared rule, Y, X
%! rule = @(varargin) __test_rule__ ("cumtrapz", varargin{:});
%! Y = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! X = cumsum (1 + reshape (mod (5 * (1:24), 3), 2, 3, 4), 2);
%!test
%! for y = {Y, single(Y), int8(20 * Y), uint16(Y), Y > 0, char(Y + 70), Y + 2i * flip(Y)}
%!   assert (gpucumtrapz (y{1}), rule (y{1}));
%!   assert (class (gpucumtrapz (y{1})), class (rule (y{1})));
%!   for dim = 1:3
%!     n = size (Y, dim);
%!     assert (gpucumtrapz (y{1}, dim), rule (y{1}, dim));
%!     assert (gpucumtrapz (2, y{1}, dim), rule (2, y{1}, dim));
%!     assert (gpucumtrapz (X, y{1}, dim), rule (X, y{1}, dim));
%!     assert (gpucumtrapz ((1:n) .^ 2, y{1}, dim), rule ((1:n) .^ 2, y{1}, dim));
%!   endfor
%! endfor
%! assert (gpucumtrapz (int8 (2), int8 ([100 100 100])), rule (int8 (2), int8 ([100 100 100])));
%!assert (gpucumtrapz ([1; 2; 4], [1 2 3]), rule ([1; 2; 4], [1 2 3]))
%!assert (gpucumtrapz (2, 5), rule (2, 5))
%!test # rounding
%! n = 1001;
%! x = cumsum (1 + sin (1:n));
%! y = sin (1:n) .* 10 .^ mod (1:n, 7);
%! areas = abs (diff (x) .* (abs (y(1:n-1)) + abs (y(2:n))));
%! assert (gpucumtrapz (x, y), rule (x, y), n * eps * sum (areas));
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [1 1], [2 0 3]}
%!   assert (gpucumtrapz (zeros (sz{1})), rule (zeros (sz{1})));
%!   assert (gpucumtrapz (2, zeros (sz{1})), rule (2, zeros (sz{1})));
%! endfor
%!error <Invalid call to gpucumtrapz> gpucumtrapz ()
%!error <Y must be a numeric, logical or char array> gpucumtrapz ({1})
%!error <X must be a numeric or logical array> gpucumtrapz ({1}, 1:3)
%!error <DIM must be an integer and a valid dimension> gpucumtrapz (1, 2, 1.5)
%!error <DIM must be an integer and a valid dimension> gpucumtrapz (1:3, 0)
%!error <DIM must be an integer and a valid dimension> gpucumtrapz (1:3, 1:3, 3)
%!error <length of X and length of Y along DIM must match> gpucumtrapz ([1 2], [1 2 3])
%!error <X and Y must have same shape> gpucumtrapz (ones (2, 3), ones (2, 4))
%!error <sparse input is not supported; use cumtrapz> gpucumtrapz (sparse (1:3))
