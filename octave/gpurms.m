## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpurms (@var{x})
## @deftypefnx {} {@var{y} =} gpurms (@var{x}, @var{dim})
## @deftypefnx {} {@var{y} =} gpurms (@var{x}, @var{vecdim})
## @deftypefnx {} {@var{y} =} gpurms (@var{x}, "all")
## @deftypefnx {} {@var{y} =} gpurms (@dots{}, @var{nanflag})
## Root mean square: the square root of the mean of the squares of the elements of @var{x}.
##
## It works along dimension @var{dim}, by default the first whose size is not 1, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric array, on the host or a
## gpuArray, real or complex.  The result is real, single for single and double for other input.
##
## NaN propagates; @qcode{"omitnan"} leaves NaN elements out and does not count them, @qcode{"includenan"} is the
## default by name.  @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.  Of nothing it is
## NaN.
##
## The meaning is that of the function @code{rms} of Octave 11.  Results differ from its by less than
## @code{(n + 4) * eps} of themselves for @var{n} elements.
##
## @example
## @group
## gpurms ([1 7; 7 1], 2)
##   @result{} 5
##      5
## gpurms ([1 NaN 7], "omitnan")
##   @result{} 5
## @end group
## @end example
## @seealso{gpumeansq, gpusumsq, gpustd, gpuvecnorm}
## @end deftypefn

function y = gpurms (x, varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ();
  endif
  check_array ("gpurms", x, {"numeric", "codistributed"}, "X must be a numeric array");
  dim = find ([size(x), 2] != 1, 1);
  y = root_of (mean_of_squares ("gpurms", x, varargin, dim));

endfunction

%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {x, single(x), int8(x), x + 2i * flip(x)}
%!   for dim = 1:4
%!     want = sqrt (sumsq (y{1}, dim) / size (x, dim));
%!     assert (gpurms (y{1}, dim), want, -8 * eps (class (want)));
%!     assert (class (gpurms (y{1}, dim)), class (want));
%!   endfor
%!   assert (gpurms (y{1}), gpurms (y{1}, 1));
%! endfor
%! assert (gpurms (x, "all"), gpurms (x(:)), -28 * eps);
%! assert (size (gpurms (x, [1 3])), [1 3]);
%! assert (gpurms (x, [1 2 3]), gpurms (x, "all"));
%!assert (gpurms (7), 7)
%!assert (gpurms (magic (4), 3), magic (4))
%!assert (gpurms ([1 NaN 7]), NaN)
%!assert (gpurms ([1 NaN 7; NaN NaN NaN], 2, "omitnan"), [5; NaN])
%!assert (gpurms ([1 NaN 7], "includenan"), NaN)
%!assert (gpurms (zeros (0, 3)), NaN (1, 3))
%!assert (gpurms ([]), NaN)
%!error <Invalid call to gpurms> gpurms ()
%!error <X must be a numeric array> gpurms ([true false])
%!error <X must be a numeric array> gpurms ("ab")
%!error <DIM must be an integer> gpurms (1, 0)
%!error <unrecognized option 'foo'> gpurms (1, "foo")
%!error <sparse input is not supported; use rms> gpurms (sparse (1))
%!assert (gpurms ([3 -4], sparse (1)), [3 4])
%!assert (gpurms ([3 -4], 1e10), [3 4])
%!error <DIM must be an integer and a valid dimension.*given was Inf> gpurms (1, Inf)
