## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{z} =} gpuzscore (@var{x})
## @deftypefnx {} {@var{z} =} gpuzscore (@var{x}, @var{opt})
## @deftypefnx {} {@var{z} =} gpuzscore (@var{x}, @var{opt}, @var{dim})
## @deftypefnx {} {@var{z} =} gpuzscore (@var{x}, @var{opt}, @var{vecdim})
## @deftypefnx {} {@var{z} =} gpuzscore (@var{x}, @var{opt}, "all")
## @deftypefnx {} {@var{z} =} gpuzscore (@dots{}, @var{nanflag})
## @deftypefnx {} {[@var{z}, @var{mu}, @var{sigma}] =} gpuzscore (@dots{})
## Elements less their mean @var{mu}, over their standard deviation @var{sigma}, or over 1 where that is 0.
##
## It works along dimension @var{dim}, by default the first whose size is not 1, along all dimensions of a vector
## @var{vecdim} at once, and with @qcode{"all"} over every element.  @var{opt} is that of @code{gpustd}: with 0, the default,
## the divisor is one less than the number of elements, and with 1 it is that number.  @var{x} is a full numeric or logical
## array, on the host or a gpuArray.  @var{z} is single for single and double for other input, and on the device if @var{x}
## is.  @code{zscore} of a gpuArray is this function.
##
## NaN and Inf make all elements of their segment NaN; @qcode{"omitnan"} leaves NaN out.
##
## Along the first dimension a device reads @var{x} once, where a segment has room in the memory of a multiprocessor, about
## 200 KiB; elsewhere twice.
##
## @example
## @group
## gpuzscore ([1 2 3; 2 4 6], 0, 2)
##   @result{} -1  0  1
##      -1  0  1
## @end group
## @end example
##
## Rounding errors are those of the mean and of @code{gpustd}.
## @seealso{gpustd, gpumean, gpusoftmax, zscore}
## @end deftypefn

function [z, mu, sigma] = gpuzscore (x, opt = 0, varargin)

  if (nargin < 1 || nargin > 4)
    print_usage ();
  endif
  check_array ("gpuzscore", x, {"numeric", "logical"}, "X must be a numeric or logical array");
  opt = gather (opt);
  if (isempty (opt))
    opt = 0;
  elseif (! (isscalar (opt) && (isnumeric (opt) || islogical (opt)) && any (opt == [0, 1])))
    error ("gpureduce:badArgument", "gpuzscore: normalization OPT must be empty, 0, or 1");
  endif
  [dims, omits] = reduction_dims ("gpuzscore", x, varargin, false);

  if (isempty (x))
    z = mu = sigma = x;
    return;
  elseif (! isfloat (x))
    x = double (x);
  endif
  z = [];
  if (isreal (x) && numel (dims) < 2 && ! omits)
    z = __gpuarray__ ("zscore", x, [dims, 0](1), double (opt)); # [] where no kernel does it at once
    if (! isgpuarray (x))
      z = gather (z);
    endif
  endif
  if (isempty (z) || nargout > 1)
    options = {};
    if (! isempty (dims))
      options = {dims};
    endif
    if (omits)
      options{end+1} = "omitnan";
    endif
    [sigma, mu] = gpustd (x, double (opt), options{:});
  endif
  if (isempty (z))
    divisor = arrayfun (@(s) merge (s == 0, 1, s), gpuArray (sigma));
    z = arrayfun (@(x, m, s) (x - m) ./ s, gpuArray (x), mu, divisor);
    if (! isgpuarray (x))
      z = gather (z);
    endif
  endif

endfunction

%!shared A
%! A = reshape (mod (7 * (1:24), 19) - 9, 2, 3, 4);
%!test
%! for x = {A, single(A), int8(A), uint16(A + 9), A > 0, A + 1i * flip(A, 3)}
%!   y = x{1};
%!   if (! isfloat (y))
%!     y = double (y);
%!   endif
%!   for dim = 1:3
%!     for opt = 0:1
%!       want = zscore (y, opt, dim);
%!       assert (gpuzscore (x{1}, opt, dim), want, 16 * eps (class (y)));
%!       d = zscore (gpuArray (x{1}), opt, dim);
%!       assert (isgpuarray (d));
%!       assert (gather (d), want, 16 * eps (class (y)));
%!     endfor
%!   endfor
%!   assert (gpuzscore (x{1}), zscore (y), 16 * eps (class (y)));
%! endfor
%!test # mean and standard deviation
%! [z, m, s] = gpuzscore ([1 2 3; 2 4 6], [], 2);
%! assert (z, [-1 0 1; -1 0 1]);
%! assert (m, [2; 4]);
%! assert (s, [1; 2]);
%!assert (gpuzscore ([3 3 3; 1 2 3], 0, 2), [0 0 0; -1 0 1])
%!assert (gpuzscore (5), 0)
%!assert (gpuzscore ([1 2; 3 4], 0, "all"), reshape (zscore ([1; 3; 2; 4]), 2, 2), 4 * eps)
%!assert (gpuzscore ([1 2 3 NaN], 0, "omitnan"), [-1 0 1 NaN])
%!assert (gpuzscore ([1 NaN; Inf 2; 3 3], 0, 2), [NaN NaN; NaN NaN; 0 0])
%!test # lengths
%! for n = [1:40, 1000, 4099]
%!   x = sin (1:n) + 3;
%!   assert (gather (zscore (gpuArray (x.'))), zscore (x.'), 1e-13);
%! endfor
%!test # empties
%! for sz = {[0 0], [0 3], [3 0], [2 0 3]}
%!   assert (gpuzscore (zeros (sz{1})), zeros (sz{1}));
%! endfor
%!error <Invalid call to gpuzscore> gpuzscore ()
%!error <X must be a numeric or logical array; given was one of class char> gpuzscore ("ab")
%!error <OPT must be empty, 0, or 1> gpuzscore (1, 2)
%!error <OPT must be empty, 0, or 1> gpuzscore (1, [0 1])
%!error <DIM must be an integer and a valid dimension> gpuzscore (1, 0, 0)
%!error <OPT must be empty, 0, or 1> gpuzscore (1, {1})
%!error <gpuzscore: unrecognized option 'foo'> gpuzscore (1, 0, "foo")
%!error <gpuzscore: sparse input is not supported; use zscore, or full \(A\)> gpuzscore (sparse (1))
