## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpurange (@var{x})
## @deftypefnx {} {@var{y} =} gpurange (@var{x}, @var{dim})
## @deftypefnx {} {@var{y} =} gpurange (@var{x}, @var{vecdim})
## @deftypefnx {} {@var{y} =} gpurange (@var{x}, "all")
## @deftypefnx {} {@var{y} =} gpurange (@dots{}, @var{nanflag})
## Difference of the largest and the smallest elements of @var{x}.
##
## It works along dimension @var{dim}, by default the first whose size is not 1, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric, logical or char array,
## on the host or a gpuArray, real or complex.
##
## It is @code{gpumax (@var{x}, [], @var{dim}) - gpumin (@var{x}, [], @var{dim})}, with the classes of these functions
## and of the operator: integers saturate, logical and char give double.  The same elements are chosen and subtracted as
## by Octave 7's @code{range}, so the result is its to the bit; that of Octave 11 refuses char.
##
## NaN is left out, as with @qcode{"omitnan"}; with @qcode{"includenan"} a slice that has a NaN gives NaN.
## @qcode{"omitmissing"} and @qcode{"includemissing"} are other words for the same.
##
## @example
## @group
## gpurange ([3 9 4; 8 1 7])
##   @result{} 5  8  3
## gpurange (int8 ([-100 100]))
##   @result{} 127
## gpurange ([3 NaN 4], "includenan")
##   @result{} NaN
## @end group
## @end example
## @seealso{gpubounds, gpumax, gpumin, range}
## @end deftypefn

function y = gpurange (varargin)

  error ("gpureduce:notBuilt", "gpurange: the compiled gateway gpurange.mex is missing; run 'make'");

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
%! assert (gpurange (x, [1 3]), rule (reshape (permute (x, [1 3 2]), 8, 3)));
%!test
%! x = [4 NaN 2; 1 5 NaN];
%! for nanflag = {"omitnan", "omitmissing", "OmitNaN"}
%!   assert (gpurange (x, nanflag{1}), [3 0 0]);
%!   assert (gpurange (x, 2, nanflag{1}), [2; 4]);
%! endfor
%! for nanflag = {"includenan", "includemissing"}
%!   assert (gpurange (x, nanflag{1}), [3 NaN NaN]);
%!   assert (gpurange (x, nanflag{1}, "all"), NaN);
%!   assert (gpurange (x.', [1 2], nanflag{1}), NaN);
%! endfor
%!assert (gpurange ([1 NaN; Inf Inf], 2), rule ([1 NaN; Inf Inf], 2))
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpurange (zeros (sz{1})), rule (zeros (sz{1})));
%! endfor
%!error <Invalid call to gpurange> gpurange ()
%!error <X must be a numeric, logical or char array; given was one of class cell> gpurange ({1})
%!error <DIM must be an integer and a valid dimension, or a vector of them; given was 0> gpurange (1, 0)
%!error <DIM must name each dimension once> gpurange (1, [1 1])
%!error <unrecognized option 'foo'; there are "all"> gpurange (1, "foo")
%!error <sparse input is not supported; use range> gpurange (sparse (1))
