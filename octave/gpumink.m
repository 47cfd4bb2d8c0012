## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {[@var{b}, @var{i}] =} gpumink (@var{A}, @var{k})
## @deftypefnx {} {[@var{b}, @var{i}] =} gpumink (@var{A}, @var{k}, @var{dim})
## @deftypefnx {} {[@var{b}, @var{i}] =} gpumink (@dots{}, "ComparisonMethod", @var{method})
## The @var{k} least elements of @var{A}, the least first, and where they stood.
##
## They are those along dimension @var{dim}, by default the first whose size is not 1, or all of them if there are not
## as many.  @var{A} is a full numeric, logical or char array, on the host or a gpuArray.  @var{b} has its class;
## @var{i} has doubles, such that for a vector @var{b} is @code{@var{A}(@var{i})}.  Both are on the device if @var{A}
## is.
##
## Equal elements are in the order in which they stood.  NaN are the last ones, whatever the order of the others is.
##
## @var{method} says how elements are compared.  @qcode{"auto"}, the default: real numbers by their values, complex ones
## by modulus, then by argument.  @qcode{"real"}: by their real parts, then by the imaginary ones.  @qcode{"abs"}: by
## modulus, then by argument, for which a negative number has pi.
##
## The function @code{mink} of gpuArrays is this one.  Octave has none; the meaning is that of @sc{matlab}.  @var{A} is
## sorted as a whole.
##
## @example
## @group
## [b, i] = gpumink ([3 NaN 7 5], 2)
##   @result{} b = 3  5
##   @result{} i = 1  4
## gpumink ([1 -3; 2 4], 1, 2, "ComparisonMethod", "abs")
##   @result{} 1
##      2
## @end group
## @end example
## @seealso{gpusort, gpumin, gpumaxk}
## @end deftypefn

function [b, i] = gpumink (varargin)

  [b, i] = extremes_of ("gpumink", "mink", varargin{:});

endfunction

%!function check (x, k, dim)
%!  [s, j] = sort (x, dim, "ascend");
%!  k = min (k, size (x, dim));
%!  at = repmat ({":"}, 1, 3);
%!  at{dim} = 1:k;
%!  for y = {x, gpuArray(x)}
%!    [b, i] = gpumink (y{1}, k, dim);
%!    assert (isgpuarray (b) == isgpuarray (y{1}) && isgpuarray (i) == isgpuarray (b));
%!    assert ({gather(b), gather(i)}, {s(at{:}), j(at{:})});
%!  endfor
%!endfunction
%!test
%! x = reshape (mod (7 * (1:24), 11) - 5, 2, 3, 4);
%! for y = {x, single(x), int8(x), uint16(x), int64(x), x > 0, char(x + 70), x + 2i * flip(x), single(x + 1i)}
%!   for dim = 1:3
%!     for k = 0:5
%!       check (y{1}, k, dim);
%!     endfor
%!   endfor
%! endfor
%! assert (gpumink (x, 2), gpumink (x, 2, 1));
%!test # NaN
%! x = [1 NaN 3; NaN NaN NaN; 2 3 1];
%! [b, i] = gpumink (x, 2, 2);
%! assert ({b, i}, {[1 3; NaN NaN; 1 2], [1 3; 1 2; 3 1]});
%! [b, i] = gpumink (gpuArray (x.'), 5);
%! assert ({gather(b), gather(i)}, {[1 3 NaN; NaN NaN NaN; 1 2 3].', [1 3 2; 1 2 3; 3 1 2].'});
%!test # ways to compare
%! x = [3-4i, 5i, -5, 5, complex(NaN, 9), 3+1i, Inf-1i];
%! [b, i] = gpumink (x, 4, "ComparisonMethod", "real");
%! assert ({b, i}, {x(i), [3 2 1 6]});
%! [b, i] = gpumink (x, 4, 2, "comparisonmethod", "abs");
%! assert ({b, i}, {x(i), [6 1 4 2]});
%! for y = {[-2 3 -3 1 2 -2], int8([-2 3 -3 1 2 -2]), single([-2 3 -3 1 2 -2])}
%!   [b, i] = gpumink (gpuArray (y{1}), 5, "ComparisonMethod", "abs");
%!   assert ({gather(b), gather(i)}, {y{1}(gather (i)), [4 5 1 6 2]});
%! endfor
%! assert (gpumink (int8 ([-127 -128 127 1]), 3, "ComparisonMethod", "abs"), int8 ([1 127 -127]));
%! assert (gpumink (uint8 ([7 9 8]), 1, "ComparisonMethod", "abs"), uint8 (7));
%!test # sizes
%! for sz = {[0 0], [0 3], [3 0], [1 1], [2 0 3]}
%!   for dim = 1:4
%!     [b, i] = gpumink (ones (sz{1}), 2, dim);
%!     want = size (ones (sz{1}), 1:4);
%!     want(dim) = min (want(dim), 2);
%!     places = repmat (reshape (1:want(dim), [ones(1, dim - 1), want(dim), 1]), merge ((1:4) == dim, 1, want));
%!     assert ({b, i}, {ones(want), places});
%!   endfor
%! endfor
%!error <Invalid call to gpumink> gpumink (1)
%!error <Invalid call to gpumink> gpumink (1, 1, 1, 1, 1, 1)
%!error <gpumink: A must be a numeric, logical or char array; given was one of class cell> gpumink ({1}, 1)
%!error <gpumink: K must be a whole number> gpumink (1, 1.5)
%!error <gpumink: DIM must be a positive integer scalar; given was 0> gpumink (1, 1, 0)
%!error <gpumink: unrecognized option 'foo'> gpumink (1, 1, "foo")
%!error <gpumink: "ComparisonMethod" must be "auto", "real" or "abs"> gpumink (1, 1, "ComparisonMethod", "up")
%!error <gpumink: "ComparisonMethod" must be> gpumink (1, 1, 1, "ComparisonMethod")
%!error <gpumink: sparse input is not supported> gpumink (sparse (1), 1)
