## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{n} =} gpunnz (@var{A})
## Number of elements of @var{A} that are not 0.
##
## @var{A} is a full numeric, logical or char array, on the host or a gpuArray; NaN is not 0.  @var{n} is a double,
## exact, as that of Octave's @code{nnz}.  Of a gpuArray it is on the device and the call does not wait, while
## @code{nnz (@var{A})} gives a number on the host.
##
## @example
## @group
## gpunnz ([3 0 -1; 0 NaN 0])
##   @result{} 3
## @end group
## @end example
## @seealso{gpusum, gpuany, nnz}
## @end deftypefn

function n = gpunnz (varargin)

  error ("gpureduce:notBuilt", "gpunnz: the compiled gateway gpunnz.mex is missing; run 'make'");

endfunction

%!test
%! for c = {"double", "single", "int8", "uint64", "logical", "char"}
%!   x = feval (c{1}, [0 1 2; 0 0 97]);
%!   assert (gpunnz (x), nnz (x));
%!   assert (class (gpunnz (x)), "double");
%! endfor
%!assert (gpunnz ([NaN, 0, -0, 1i, complex(0, 0)]), 2)
%!assert (gpunnz (ones (2, 3, 4)), 24)
%!assert (gpunnz ([]), 0)
%!assert (gpunnz (zeros (0, 3)), 0)
%!error <Invalid call to gpunnz> gpunnz ()
%!error <A must be a numeric, logical or char array> gpunnz ({1})
%!error <sparse input is not supported; use nnz> gpunnz (sparse (1))
