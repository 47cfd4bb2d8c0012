## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{r} =} gpulogsumexp (@var{A})
## @deftypefnx {} {@var{r} =} gpulogsumexp (@var{A}, @var{dim})
## @deftypefnx {} {@var{r} =} gpulogsumexp (@var{A}, @var{vecdim})
## @deftypefnx {} {@var{r} =} gpulogsumexp (@var{A}, "all")
## @deftypefnx {} {@var{r} =} gpulogsumexp (@dots{}, @var{nanflag})
## Logarithm of the sum of exponentials, @code{log (sum (exp (@var{A}), @var{dim}))}, that does not overflow.
##
## It works along dimension @var{dim}, by default the first whose size is not 1, along all dimensions of a vector
## @var{vecdim}, and with @qcode{"all"} over every element.  @var{A} is a full array of real numbers or logical values, on
## the host or a gpuArray.  The result is single for single and double for other input.
##
## The value of no elements, and of elements that are all -Inf, is -Inf; that of an Inf is Inf.  NaN propagates;
## @qcode{"omitnan"} leaves NaN elements out, and @qcode{"includenan"} is the default by name.  @qcode{"omitmissing"} and
## @qcode{"includemissing"} are other words for the same.
##
## It takes the greatest element, and then the sum of exponentials beside it.  Along the first dimension a device reads
## @var{A} once, where a segment has room in the memory of a multiprocessor, about 200 KiB.  With @code{gpureduce} it is one
## operation on two values, which takes two exponentials an element.  Its terms are alike, so that the order of elements has
## no meaning, which a device makes use of:
##
## @example
## @group
## of = @@(m, n) merge (m == max (m, n), 1, exp (m - max (m, n)));
## f = @@(m, s, n, t) @{max(m, n), s .* of(m, n) + t .* of(n, m)@};
## gpureduce (f, [1000 1000], "map", @@(x) @{x, 1@}, "identity", @{-Inf, 0@}, ...
##            "finish", @@(m, s) m + log (s))
##   @result{} 1000.7
## gpulogsumexp ([1000 1000])
##   @result{} 1000.7
## gpulogsumexp ([0 -Inf; 0 -Inf], 2)
##   @result{} 0
##      0
## @end group
## @end example
##
## For @var{n} elements the sum of exponentials has a relative error of less than @code{(@var{n} + 8) * eps}, and in practice
## much less, since it is made in a tree, for singles in double.
## @seealso{gpucumlogsumexp, gpusoftmax, gpureduce, gpusum}
## @end deftypefn

function r = gpulogsumexp (A, varargin)

  if (nargin < 1 || nargin > 3)
    print_usage ();
  endif
  check_real ("gpulogsumexp", A);
  omits = false;
  if (nargin == 1)
    dims = [];
  elseif (nargin == 2 && isnumeric (varargin{1}) && isscalar (varargin{1}) && ! isgpuarray (varargin{1}) ...
          && any (varargin{1} == 1:ndims (A)))
    dims = double (varargin{1});
  else
    [dims, omits] = reduction_dims ("gpulogsumexp", A, varargin, false);
  endif
  if (isempty (A))
    r = of_none (A, dims);
    return;
  endif
  r = A;
  if (isempty (dims))
    dims = 0; # the first whose size is not 1
  elseif (numel (dims) > 1 && all (ismember (1:ndims (r), dims)))
    r = reshape (r, [], 1);
    dims = 1;
  endif
  for dim = dims
    r = __gpuarray__ ("log-sum-exp", r, dim, omits);
    omits = false;
  endfor
  if (! isgpuarray (A))
    r = gather (r);
  endif

endfunction

## Of an array without elements: -Inf, in the size of a sum; of zeros (0, 0) that is one number.
function r = of_none (A, dims)

  sz = size (A);
  if (isequal (sz, [0 0]))
    sz = [0 1];
  endif
  if (isempty (dims))
    dims = find (sz != 1, 1);
  endif
  sz(dims(dims <= numel (sz))) = 1;
  r = -Inf (sz, {"double", "single"}{1 + strcmp(underlyingType (A), "single")});
  if (isgpuarray (A))
    r = gpuArray (r);
  endif

endfunction

%!shared A
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%!test
%! for x = {A, single(A), int8(A), uint16(A), A > 0}
%!   y = x{1};
%!   if (! isfloat (y))
%!     y = double (y);
%!   endif
%!   for dim = 1:4
%!     assert (gpulogsumexp (x{1}, dim), log (sum (exp (y), dim)), 16 * eps (class (y)));
%!   endfor
%!   assert (gpulogsumexp (x{1}), log (sum (exp (y))), 16 * eps (class (y)));
%!   assert (class (gpulogsumexp (x{1})), class (y));
%!   assert (gpulogsumexp (x{1}, "all"), log (sum (exp (y(:)))), 32 * eps (class (y)));
%!   assert (gpulogsumexp (x{1}, [3 1]), log (sum (sum (exp (y), 1), 3)), 32 * eps (class (y)));
%! endfor
%!test # nothing overflows
%! for c = {@double, @single}
%!   x = c{1} ([1000 1000; -1000 -1000; 1e30 -1e30]);
%!   assert (gpulogsumexp (x, 2), c{1} ([1000 + log(2); -1000 + log(2); 1e30]), 4 * eps (c{1} (1000)));
%! endfor
%!assert (gpulogsumexp ([-Inf -Inf; Inf 1; Inf Inf; Inf -Inf; -Inf 3], 2), [-Inf; Inf; Inf; Inf; 3])
%!assert (gpulogsumexp ([NaN 1; Inf NaN; -Inf NaN; NaN NaN], 2), NaN (4, 1))
%!assert (gpulogsumexp ([NaN 1; Inf NaN; -Inf NaN; NaN NaN], 2, "omitnan"), [1; Inf; -Inf; -Inf])
%!assert (gpulogsumexp (single ([NaN 1 NaN]), "omitnan"), single (1))
%!assert (gpulogsumexp ([0 0 NaN], "all", "omitmissing"), log (2))
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpulogsumexp (zeros (sz{1})), log (sum (zeros (sz{1}))));
%!   for dim = 1:3
%!     assert (gpulogsumexp (zeros (sz{1}, "single"), dim), log (sum (zeros (sz{1}, "single"), dim)));
%!   endfor
%! endfor
%!test # gpuArrays, and lengths
%! for n = [1:40, 1000, 4099]
%!   x = 700 * sin (1:n);
%!   d = gpulogsumexp (gpuArray (x.'));
%!   assert (isgpuarray (d));
%!   assert (gather (d), max (x) + log (sum (exp (x - max (x)))), 4 * eps (700));
%!   assert (gpulogsumexp (x), gather (d));
%! endfor
%!assert (gpulogsumexp (uint8 ([1 1]), gpuArray (2)), 1 + log (2), eps)
%!error <Invalid call to gpulogsumexp> gpulogsumexp ()
%!error <A must be a numeric or logical array; given was one of class char> gpulogsumexp ("ab")
%!error <A must be real; given was one of class complex double> gpulogsumexp (1i)
%!error <DIM must be an integer> gpulogsumexp (1, 1.5)
%!error <DIM must name each dimension once> gpulogsumexp (1, [1 1])
%!error <unrecognized option 'foo'> gpulogsumexp (1, "foo")
%!error <gpulogsumexp: sparse input is not supported; use full \(A\)> gpulogsumexp (sparse (1))
%!error <codistributed arrays are not supported> gpulogsumexp (codistributed (1:3))
