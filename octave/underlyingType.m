## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{name} =} underlyingType (@var{x})
## The class of the elements of a gpuArray; the class of another value.
##
## @example
## @group
## underlyingType (gpuArray (single (1)))
##   @result{} single
## @end group
## @end example
## @seealso{isUnderlyingType, isaUnderlying, gpuArray, isgpuarray}
## @end deftypefn

function name = underlyingType (x)

  if (nargin != 1)
    print_usage ();
  endif
  if (isgpuarray (x))
    name = __gpuarray__ ("type", x);
  else
    name = class (x);
  endif

endfunction

%!assert (underlyingType (gpuArray (uint8 (1))), "uint8")
%!assert (underlyingType (gpuArray (1i)), "double")
%!assert (underlyingType ("a"), "char")
%!error <Invalid call to underlyingType> underlyingType ()
