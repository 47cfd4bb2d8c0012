## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{A} =} gather (@var{d})
## @deftypefnx {} {[@var{A}, @var{B}, @dots{}] =} gather (@var{d}, @var{e}, @dots{})
## @deftypefnx {} {@var{A} =} gather (@var{D}, @var{root})
## Copy gpuArrays to the host, and codistributed arrays to every process.
##
## @var{A} is an ordinary array of the class @code{underlyingType (@var{d})} with the elements of @var{d}.
## Arguments that are no gpuArrays come back as they are.  The call waits until the device has done what was asked of
## it before.
##
## Of a codistributed array @var{D} each process gets the whole; with @var{root}, process number @var{root} does, and the
## others get @code{[]}.  All processes make the call.
##
## @example
## @group
## gather (sum (gpuArray (1:4)))
##   @result{} 10
## @end group
## @end example
## @seealso{gpuArray, codistributed}
## @end deftypefn

function varargout = gather (varargin)

  if (nargin == 0)
    print_usage ();
  endif
  if (nargout > nargin)
    error ("gpureduce:badArgument", "gather: there are as many results as arguments");
  endif
  varargout = varargin(1:max (nargout, 1)); # @gpuArray/gather is called if one of them is a gpuArray

endfunction

%!assert (gather (gpuArray ([1 2 3])), [1 2 3])
%!test
%! [a, b, c] = gather (gpuArray (int8 (5)), "text", gpuArray (true));
%! assert (a, int8 (5));
%! assert (b, "text");
%! assert (c, true);
%!error <Invalid call to gather> gather ()
%!error <as many results as arguments> [a, b] = gather (1)
