## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{A} =} getLocalPart (@var{D})
## The part of a codistributed array that this process holds.
##
## @var{A} is a gpuArray if @var{D} was made of gpuArrays.  It is an error if @var{D} is not codistributed.  Processes do
## not wait for each other.
##
## @example
## @group
## D = codistributed ([1 2 3]);
## getLocalPart (D)
##   @result{} 1  2  3
## @end group
## @end example
## @seealso{codistributed, gather, spmdIndex}
## @end deftypefn

function A = getLocalPart (D)

  if (nargin != 1)
    print_usage ();
  endif
  ## @codistributed/getLocalPart is called if it is
  error ("gpureduce:badArgument", "getLocalPart: wrong type argument '%s'; a codistributed array is taken", class (D));

endfunction

%!assert (getLocalPart (codistributed (int8 ([1 2; 3 4]))), int8 ([1 2; 3 4]))
%!error <getLocalPart: wrong type argument 'double'> getLocalPart (1)
%!error <Invalid call to getLocalPart> getLocalPart ()
