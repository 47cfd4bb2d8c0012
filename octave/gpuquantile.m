## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{q} =} gpuquantile (@var{x})
## @deftypefnx {} {@var{q} =} gpuquantile (@var{x}, @var{p})
## @deftypefnx {} {@var{q} =} gpuquantile (@var{x}, @var{p}, @var{dim})
## @deftypefnx {} {@var{q} =} gpuquantile (@var{x}, @var{p}, @var{vecdim})
## @deftypefnx {} {@var{q} =} gpuquantile (@var{x}, @var{p}, "all")
## @deftypefnx {} {@var{q} =} gpuquantile (@var{x}, @var{p}, @var{dim}, @var{method})
## Quantiles of the elements of @var{x}: numbers of which parts @var{p} of the elements are below.
##
## It works along dimension @var{dim}, by default the first of more than one element, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{x} is a full numeric or logical array, on the
## host or a gpuArray, with at least one element.  @var{p} is a vector of numbers from 0 to 1, by default
## @code{[0 0.25 0.5 0.75 1]}, which are used as doubles; of others the quantiles are @code{-Inf} and @code{Inf}.
##
## The quantiles stand in @var{q} along @var{dim}, or the dimension that is named first.  A vector @var{q} of several
## quantiles has the direction of @var{p}.  It is single for single, and double for other @var{x}.  NaN are left out.
##
## @var{method} is one of the nine of Hyndman and Fan, The American Statistician 50, 1996.  Among @code{n} elements in
## order, 1 takes number @code{ceil (n * p)}; 2 the mean of both where @code{n * p} is a whole number; 3 the number
## nearest to it, of two the even one.  The others go in a straight line from an element to the next one, and number
## @code{k} belongs to @var{p} of @code{k / n} (4), @code{(k - 1/2) / n} (5, the default), @code{k / (n + 1)} (6),
## @code{(k - 1) / (n - 1)} (7), @code{(k - 1/3) / (n + 1/3)} (8) or @code{(k - 3/8) / (n + 1/4)} (9).
##
## The meaning is that of the function @code{quantile} of Octave 7, so beside an infinite element it may be NaN.  The
## elements that it takes are found as those of @code{gpumedian}; where some are NaN a host looks for them twice.
##
## @example
## @group
## gpuquantile ([1 2 5 9], [0.25 0.5 0.75])
##   @result{} 1.5000  3.5000  7.0000
## gpuquantile ([1 5; 2 4; 9 0], 0.4, 1, 7)
##   @result{} 1.8000  3.2000
## @end group
## @end example
## @seealso{gpuprctile, gpumedian, gpusort}
## @end deftypefn

function q = gpuquantile (varargin)

  q = __gpuarray__ ("quantile", "gpuquantile", varargin{:});

endfunction

%!shared rule
%! rule = @(varargin) __test_rule__ ("quantile", varargin{:});
%!test
%! x = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%! p = [0, 0.1, 0.25, 1/3, 0.5, 0.9, 1];
%! for y = {x, single(x), int8(x), uint16(x), int64(x), x > 0, x + 2i * flip(x)}
%!   for dim = 1:4
%!     for method = 1:9
%!       assert (gpuquantile (y{1}, p, dim, method), rule (y{1}, p, dim, method));
%!       assert (gather (gpuquantile (gpuArray (y{1}), p, dim, method)), rule (y{1}, p, dim, method));
%!     endfor
%!   endfor
%!   assert (gpuquantile (y{1}), rule (y{1}));
%!   assert (gpuquantile (y{1}, p.', "all"), rule (y{1}(:), p.'));
%!   assert (size (gpuquantile (y{1}, p, [1 3])), [7 3]);
%!   assert (gpuquantile (y{1}, p, [1 3]), rule (reshape (permute (y{1}, [1 3 2]), 8, 3), p));
%!   assert (gpuquantile (y{1}, p, [2 3]), rule (reshape (y{1}, 2, 12), p, 2));
%!   assert (gpuquantile (y{1}, p, [3 2]), permute (rule (reshape (y{1}, 2, 12), p, 2), [1 3 2]));
%! endfor
%!test # NaN
%! x = [1 NaN 3 4 2; NaN NaN NaN NaN NaN; 5 7 1 NaN NaN; NaN 5 NaN NaN NaN];
%! for y = {x, single(x)}
%!   for method = [1 3:9]
%!     for p = {0.5, [0.1 0.3 0.8]}
%!       assert (gpuquantile (y{1}, p{1}, 2, method), rule (y{1}, p{1}, 2, method));
%!       assert (gpuquantile (y{1}.', p{1}, 1, method), rule (y{1}.', p{1}, 1, method));
%!     endfor
%!   endfor
%! endfor
%! assert (gpuquantile (x, 0.4, 2, 2), [2; NaN; 5; 5]);
%!assert (gpuquantile ([1 2], [-1 2 NaN 0]), [-Inf Inf NaN 1])
%!assert (gpuquantile ([1 Inf], [0 0.5]), [NaN Inf])
%!assert (gpuquantile (int8 ([1 2; 3 5]), single (0.5), 2), [1.5; 4])
%!assert (gpuquantile ([1; 2; 3], [0.5 1], 1), [2 3])
%!error <Invalid call to gpuquantile> gpuquantile ()
%!error <Invalid call to gpuquantile> gpuquantile (1, 1, 1, 5, 1)
%!error <gpuquantile: X must be a non-empty numeric vector or matrix; given was one of class char> gpuquantile ("ab")
%!error <gpuquantile: X must be a non-empty numeric vector or matrix> gpuquantile (zeros (0, 3), 1)
%!error <gpuquantile: P must be a numeric vector; given was> gpuquantile (1, ones (2, 2))
%!error <gpuquantile: P must be a numeric vector> gpuquantile (1, true)
%!error <gpuquantile: DIM must be a positive integer> gpuquantile (1, 1, 0)
%!error <gpuquantile: DIM must be a positive integer> gpuquantile (1, 1, [])
%!error <gpuquantile: DIM must name each dimension once> gpuquantile (1, 1, [2 2])
%!error <gpuquantile: Unknown METHOD, '10'; there are 1 to 9> gpuquantile (1, 1, 1, 10)
%!error <sparse input is not supported; use quantile> gpuquantile (sparse (1))
