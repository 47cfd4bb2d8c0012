## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{y} =} gpusoftmax (@var{A})
## @deftypefnx {} {@var{y} =} gpusoftmax (@var{A}, @var{dim})
## Exponentials over their sum, @code{exp (@var{A}) ./ sum (exp (@var{A}), @var{dim})}, that do not overflow.
##
## It works along dimension @var{dim}, by default the first whose size is not 1.  @var{A} is a full array of real numbers or
## logical values, on the host or a gpuArray.  The result has its size, is single for single and double for other input, and
## is on the device if @var{A} is.
##
## A NaN, an Inf, or -Inf alone, make all elements NaN.
##
## It takes the greatest element, and then the sum of exponentials beside it.  Along the first dimension a device reads
## @var{A} once, where a segment has room in the memory of a multiprocessor, about 200 KiB.  With other functions:
##
## @example
## @group
## x = gpuArray ([1000 1000; 1 3]);
## m = max (x, [], 2);
## s = gpusum (@@(x, m) exp (x - m), x, m, 2);
## gather (arrayfun (@@(x, m, s) exp (x - m) ./ s, x, m, s))
##   @result{} 0.5000  0.5000
##      0.1192  0.8808
## gpusoftmax ([1000 1000; 1 3], 2)
##   @result{} 0.5000  0.5000
##      0.1192  0.8808
## @end group
## @end example
## @seealso{gpulogsumexp, gpureduce}
## @end deftypefn

function y = gpusoftmax (A, dim)

  if (nargin < 1)
    print_usage ();
  endif
  check_real ("gpusoftmax", A);
  if (nargin < 2 || isempty (dim))
    dim = 0; # the first whose size is not 1
  else
    dim = check_dim ("gpusoftmax", dim, flintmax (), "DIM must be a valid dimension");
  endif
  if (! isempty (A))
    y = __gpuarray__ ("softmax", A, dim);
    if (! isgpuarray (A))
      y = gather (y);
    endif
  elseif (isfloat (A))
    y = A;
  else
    y = double (A);
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
%!     assert (gpusoftmax (x{1}, dim), exp (y) ./ sum (exp (y), dim), 16 * eps (class (y)));
%!   endfor
%!   assert (gpusoftmax (x{1}), exp (y) ./ sum (exp (y)), 16 * eps (class (y)));
%!   assert (class (gpusoftmax (x{1})), class (y));
%! endfor
%!assert (gpusoftmax ([1000 1000]), [0.5 0.5])
%!assert (gpusoftmax ([-Inf 3 -Inf]), [0 1 0])
%!assert (gpusoftmax ([-Inf -Inf; Inf 1; NaN 1; 0 0], 2), [NaN NaN; NaN NaN; NaN NaN; 0.5 0.5])
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [1 0], [2 0 3]}
%!   assert (gpusoftmax (zeros (sz{1})), zeros (sz{1}));
%! endfor
%!test # gpuArrays
%! for n = [1:40, 1000]
%!   x = 700 * sin (1:n);
%!   d = gpusoftmax (gpuArray ([x; -x]), 2);
%!   assert (isgpuarray (d));
%!   want = exp (x - max (x));
%!   assert (gather (d)(1,:), want / sum (want), 16 * eps);
%! endfor
%!error <Invalid call to gpusoftmax> gpusoftmax ()
%!error <A must be a numeric or logical array; given was one of class char> gpusoftmax ("ab")
%!error <A must be real> gpusoftmax (1i)
%!error <DIM must be a valid dimension; given was 0> gpusoftmax (1, 0)
%!error <gpusoftmax: sparse input is not supported; use full \(A\)> gpusoftmax (sparse (1))
