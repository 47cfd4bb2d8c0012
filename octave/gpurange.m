## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpurange (@var{x})
## @deftypefnx {} {@var{y} =} gpurange (@var{x}, @var{dim})
## Difference of the largest and the smallest elements of @var{x}.
##
## It is @code{gpumax (@var{x}, [], @var{dim}) - gpumin (@var{x}, [], @var{dim})}, with the dimensions, classes and
## treatment of NaN of these functions and of the operator, as Octave's @code{range} is of its own: integers saturate,
## logical and char give double.  @var{x} is a full numeric, logical or char array, on the host or a gpuArray.
## The same elements are chosen and subtracted, so the result is that of @code{range} to the bit.  @var{dim} may be a
## vector of dimensions or @qcode{"all"}; errors of @var{dim} are those of @code{gpumax}.
##
## @example
## @group
## gpurange ([3 9 4; 8 1 7])
##   @result{} 5  8  3
## gpurange (int8 ([-100 100]))
##   @result{} 127
## @end group
## @end example
## @seealso{gpubounds, gpumax, gpumin, range}
## @end deftypefn

function y = gpurange (x, varargin)

  if (nargin < 1 || nargin > 2)
    print_usage ();
  endif
  check_array ("gpurange", x, {"numeric", "logical", "char"}, "X must be a numeric, logical or char array");
  if (nargin == 1)
    y = gpumax (x) - gpumin (x);
  else
    dim = gather (varargin{1});
    y = gpumax (x, [], dim) - gpumin (x, [], dim);
  endif

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("range", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! for y = {x, single(x), int8(20 * x), uint16(x), x > 0, char(x + 70), x + 2i * flip(x)}
%!   assert (gpurange (y{1}), rule (y{1}));
%!   for dim = 1:4
%!     assert (gpurange (y{1}, dim), rule (y{1}, dim));
%!   endfor
%! endfor
%! assert (gpurange (x, "all"), rule (x(:)));
%!assert (gpurange ([1 NaN; Inf Inf], 2), rule ([1 NaN; Inf Inf], 2))
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpurange (zeros (sz{1})), rule (zeros (sz{1})));
%! endfor
%!error <Invalid call to gpurange> gpurange ()
%!error <X must be a numeric, logical or char array; given was one of class cell> gpurange ({1})
%!error <DIM must be a valid dimension> gpurange (1, 0)
%!error <sparse input is not supported; use range> gpurange (sparse (1))
