## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{t} =} isaUnderlying (@var{x}, @var{name})
## True if the elements of @var{x} are of class @var{name} or of that category.
##
## Categories are @qcode{"numeric"}, @qcode{"float"} and @qcode{"integer"}.  Of a gpuArray it is what @code{isa} is of
## its gathered elements, of another value what @code{isa} is.  It is an error if @var{name} is not a string.
##
## @example
## @group
## isaUnderlying (gpuArray (single (1)), "float")
##   @result{} 1
## @end group
## @end example
## @seealso{underlyingType, isUnderlyingType, gpuArray}
## @end deftypefn

function t = isaUnderlying (x, name)

  if (nargin != 2)
    print_usage ();
  elseif (! (ischar (name) && rows (name) == 1))
    error ("gpureduce:badArgument", "isaUnderlying: NAME must be a string");
  endif
  t = isa (x, name) && ! (isgpuarray (x) && strcmp (name, "gpuArray"));

endfunction

%!assert (isaUnderlying (gpuArray (uint8 (1)), "integer"))
%!assert (isaUnderlying (gpuArray (single (1)), "float"))
%!assert (isaUnderlying (gpuArray (single (1)), "single"))
%!assert (isaUnderlying (gpuArray (single (1)), "double"), false)
%!assert (isaUnderlying (gpuArray (1), "gpuArray"), false)
%!assert (isaUnderlying (gpuArray (true), "numeric"), false)
%!assert (isaUnderlying (int8 (1), "numeric"))
%!error <Invalid call to isaUnderlying> isaUnderlying (1)
%!error <NAME must be a string> isaUnderlying (1, 2)
