## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{t} =} isUnderlyingType (@var{x}, @var{name})
## True if the elements of @var{x} are of class @var{name}.
##
## Of a gpuArray it is the class of its elements, of another value its class.  It is an error if @var{name} is not a
## string.
##
## @example
## @group
## isUnderlyingType (gpuArray (single (1)), "single")
##   @result{} 1
## @end group
## @end example
## @seealso{underlyingType, isaUnderlying, gpuArray}
## @end deftypefn

function t = isUnderlyingType (x, name)

  if (nargin != 2)
    print_usage ();
  elseif (! (ischar (name) && rows (name) == 1))
    error ("gpureduce:badArgument", "isUnderlyingType: NAME must be a string");
  endif
  t = strcmp (underlyingType (x), name);

endfunction

%!assert (isUnderlyingType (gpuArray (uint8 (1)), "uint8"))
%!assert (isUnderlyingType (gpuArray (1), "single"), false)
%!assert (isUnderlyingType (gpuArray (1), "gpuArray"), false)
%!assert (isUnderlyingType ("a", "char"))
%!error <Invalid call to isUnderlyingType> isUnderlyingType (1)
%!error <NAME must be a string> isUnderlyingType (1, 2)
