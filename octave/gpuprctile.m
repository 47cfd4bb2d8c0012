## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{q} =} gpuprctile (@var{x})
## @deftypefnx {} {@var{q} =} gpuprctile (@var{x}, @var{p})
## @deftypefnx {} {@var{q} =} gpuprctile (@var{x}, @var{p}, @var{dim})
## @deftypefnx {} {@var{q} =} gpuprctile (@var{x}, @var{p}, @var{vecdim})
## @deftypefnx {} {@var{q} =} gpuprctile (@var{x}, @var{p}, "all")
## @deftypefnx {} {@var{q} =} gpuprctile (@var{x}, @var{p}, @var{dim}, @var{method})
## Percentiles of the elements of @var{x}: @code{gpuquantile (@var{x}, @var{p} / 100, @dots{})}.
##
## @var{p} is a vector of numbers from 0 to 100, by default @code{[0 25 50 75 100]}, which are used as doubles.
## @var{x}, a full numeric or logical array on the host or a gpuArray, the dimensions, @var{method}, and the class and
## size of @var{q} are those of @code{gpuquantile}.  NaN are left out.
##
## @example
## @group
## gpuprctile ([1 2 5 9], [25 50 75])
##   @result{} 1.5000  3.5000  7.0000
## @end group
## @end example
## @seealso{gpuquantile, gpumedian}
## @end deftypefn

function q = gpuprctile (varargin)

  q = __gpuarray__ ("quantile", "gpuprctile", varargin{:});

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("prctile", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! x(5) = NaN;
%! p = [0, 10, 25, 33, 50, 70, 100];
%! for y = {x, single(x), int8(x), x > 0, gpuArray(x)}
%!   z = gather (y{1});
%!   for dim = 1:4
%!     assert (gather (gpuprctile (y{1}, p, dim)), rule (z, p, dim));
%!   endfor
%!   assert (gather (gpuprctile (y{1})), rule (z));
%!   assert (gather (gpuprctile (y{1}, [], "all")), rule (z(:), [0 25 50 75 100]));
%! endfor
%!assert (gpuprctile ([1 2 5 9], [25 40], 2, 7), gpuquantile ([1 2 5 9], [0.25 0.4], 2, 7))
%!error <Invalid call to gpuprctile> gpuprctile ()
%!error <Invalid call to gpuprctile> gpuprctile (1, 1, 1, 5, 1)
%!error <gpuprctile: X must be a numeric vector or matrix; given was one of class char> gpuprctile ("ab")
%!error <gpuprctile: X must be a non-empty numeric vector or matrix> gpuprctile ([])
%!error <gpuprctile: P must be a numeric vector> gpuprctile (1, {1})
%!error <gpuprctile: DIM must be a positive integer> gpuprctile (1, 1, 1.5)
%!error <sparse input is not supported; use prctile> gpuprctile (sparse (1))
