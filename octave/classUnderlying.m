## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{name} =} classUnderlying (@var{x})
## The class of the elements of a gpuArray; the class of another value.
##
## It is @code{underlyingType} by its older name.
##
## @example
## @group
## classUnderlying (gpuArray (single (1)))
##   @result{} single
## @end group
## @end example
## @seealso{underlyingType, isaUnderlying, gpuArray}
## @end deftypefn

function name = classUnderlying (x)

  if (nargin != 1)
    print_usage ();
  endif
  name = underlyingType (x);

endfunction

%!assert (classUnderlying (gpuArray (uint8 (1))), "uint8")
%!assert (classUnderlying ({}), "cell")
%!error <Invalid call to classUnderlying> classUnderlying ()
