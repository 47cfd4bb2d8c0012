## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpumeansq (@var{x})
## @deftypefnx {} {@var{y} =} gpumeansq (@var{x}, @var{dim})
## @deftypefnx {} {@var{y} =} gpumeansq (@var{x}, @var{vecdim})
## @deftypefnx {} {@var{y} =} gpumeansq (@var{x}, "all")
## @deftypefnx {} {@var{y} =} gpumeansq (@dots{}, @var{nanflag})
## Mean of the squares of the elements of @var{x}.
##
## It works along dimension @var{dim}, by default the first of more than one element, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric or logical array, on the
## host or a gpuArray, real or complex.  The result is real, single for single and double for other input.
##
## NaN propagates; @qcode{"omitnan"} leaves NaN elements out and does not count them, @qcode{"includenan"} is the
## default by name.  @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.  The mean of
## nothing is NaN.
##
## The meaning is that of Octave 7's @code{meansq}, with the options of Octave 11's, which counts what
## @qcode{"omitmissing"} leaves out.  Results differ by less than @code{(n + 3) * eps} of themselves for @var{n}
## elements.
##
## @example
## @group
## gpumeansq ([1 2 3])
##   @result{} 4.6667
## gpumeansq ([1 NaN; 3 4], "all", "omitnan")
##   @result{} 8.6667
## @end group
## @end example
## @seealso{gpurms, gpusumsq, gpumean, meansq}
## @end deftypefn

function y = gpumeansq (x, varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ();
  endif
  check_array ("gpumeansq", x, {"numeric", "logical", "codistributed"}, "X must be a numeric vector or matrix");
  y = mean_of_squares ("gpumeansq", x, varargin, first_longer_dim (x));

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("meansq", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {x, single(x), int8(x), x > 0, x + 2i * flip(x)}
%!   assert (gpumeansq (y{1}), rule (y{1}), -8 * eps (class (rule (y{1}))));
%!   for dim = 1:4
%!     assert (gpumeansq (y{1}, dim), rule (y{1}, dim), -8 * eps (class (rule (y{1}))));
%!   endfor
%!   assert (class (gpumeansq (y{1})), class (rule (y{1})));
%! endfor
%! assert (gpumeansq (x, "all"), rule (x(:)), -27 * eps);
%! assert (gpumeansq (x, [1 3]), rule (reshape (permute (x, [1 3 2]), 8, 3)), -11 * eps);
%!assert (gpumeansq ([1 NaN 3]), NaN)
%!assert (gpumeansq ([1 NaN 3; NaN NaN NaN], 2, "omitnan"), [5; NaN])
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpumeansq (zeros (sz{1})), rule (zeros (sz{1})));
%! endfor
%!error <Invalid call to gpumeansq> gpumeansq ()
%!error <X must be a numeric vector or matrix> gpumeansq ("ab")
%!error <DIM must be an integer> gpumeansq (1, 1.5)
%!error <DIM must name each dimension once> gpumeansq (1, [1 2], "all")
%!error <unrecognized option 'foo'> gpumeansq (1, "foo")
%!error <sparse input is not supported; use meansq> gpumeansq (sparse (1))
