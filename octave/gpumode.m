## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {[@var{m}, @var{f}, @var{c}] =} gpumode (@var{x})
## @deftypefnx {} {[@var{m}, @var{f}, @var{c}] =} gpumode (@var{x}, @var{dim})
## @deftypefnx {} {[@var{m}, @var{f}, @var{c}] =} gpumode (@var{x}, @var{vecdim})
## @deftypefnx {} {[@var{m}, @var{f}, @var{c}] =} gpumode (@var{x}, "all")
## Most frequent value among the elements of @var{x}, and of several such values the least.
##
## It works along dimension @var{dim}, by default the first of more than one element, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric or logical array, on the
## host or a gpuArray, real or complex.
##
## @var{m} has the class of @var{x}.  @var{f} says how often these values are there, as doubles.  @var{c} is a cell of
## the size of @var{m}, each element a column of all values that are there as often.  If @var{x} is a gpuArray, so are
## @var{m}, @var{f} and each element of @var{c}, which takes a while for many segments.
##
## No NaN equals another one.  What the least value is, and the sizes for empty @var{x}, are as in Octave 7's
## @code{mode}.
##
## @example
## @group
## [m, f, c] = gpumode ([3 1 3 2; 4 4 2 2], 2);
## [m, f]
##   @result{} 3  2
##      2  2
## c@{2@}.'
##   @result{} 2  4
## @end group
## @end example
## @seealso{gpumedian, gpusort, mode}
## @end deftypefn

function [m, f, c] = gpumode (varargin)

  if (nargout < 3)
    [m, f] = mode_of ("gpumode", varargin{:});
  else
    [m, f, c] = mode_of ("gpumode", varargin{:});
  endif

endfunction

%!function check (x, varargin)
%!  [m, f, c] = __test_rule__ ("mode", x, varargin{:});
%!  [n, g, d] = gpumode (x, varargin{:});
%!  assert ({n, g, d}, {m, f, c});
%!  [n, g, d] = gpumode (gpuArray (x), varargin{:});
%!  assert (isgpuarray (n) && isgpuarray (g) && all (cellfun (@isgpuarray, d)));
%!  assert ({gather(n), gather(g), cellfun(@gather, d, "UniformOutput", false)}, {m, f, c});
%!endfunction
%!test
%! x = reshape (mod (7 * (1:24) .^ 2, 5) - 2, 2, 3, 4);
%! for y = {x, single(x), int8(x), uint16(x), int64(x), x > 0, x + 2i * flip(x)}
%!   for dim = 1:4
%!     check (y{1}, dim);
%!   endfor
%!   check (y{1});
%! endfor
%! [m, f, c] = gpumode (x, "all");
%! [n, g, d] = __test_rule__ ("mode", x(:));
%! assert ({m, f, c}, {n, g, d});
%! [m, f, c] = gpumode (x, [1 3]);
%! [n, g, d] = __test_rule__ ("mode", reshape (permute (x, [1 3 2]), 8, 3));
%! assert ({m, f, c}, {n, g, d});
%!test # NaN, and zeros of both signs
%! check ([NaN NaN 1; NaN NaN NaN; 2 NaN 2], 2);
%! check ([1 0 -0 2; -0 0 1 1], 2);
%! assert (1 ./ gpumode ([1 0 -0 2; -0 0 1 1], 2), [Inf; -Inf]);
%!test # empties
%! for sz = {[0 0], [3 0], [0 0 2]}
%!   [m, f, c] = gpumode (zeros (sz{1}), 1);
%!   assert ({m, c}, {zeros([1, sz{1}(2:end)]), cell([1, sz{1}(2:end)])});
%!   assert (size (f), merge (sz{1}(1) == 0, sz{1}, [1 0]));
%! endfor
%!error <Invalid call to gpumode> gpumode ()
%!error <Invalid call to gpumode> gpumode (1, 1, 1)
%!error <gpumode: X must be a numeric vector or matrix; given was one of class char> gpumode ("ab")
%!error <gpumode: X has no elements along dimension 1> gpumode (zeros (0, 3), 1)
%!error <gpumode: DIM must be an integer and a valid dimension> gpumode (1, 0)
%!error <gpumode: DIM must be an integer and a valid dimension> gpumode (1, "foo")
%!error <gpumode: DIM must name each dimension once> gpumode (1, [2 2])
%!error <sparse input is not supported; use mode> gpumode (sparse (1))
