## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {} wait (@var{device})
## Wait until the selected device has done all that was asked of it.
##
## @var{device} is what @code{gpuDevice ()} gives.  An error of a kernel that has shown only now names the calls since
## the last wait.
##
## @example
## @group
## s = sum (gpuArray (ones (1000)), "all");
## wait (gpuDevice ());
## gather (s)
##   @result{} 1000000
## @end group
## @end example
## @seealso{gpuDevice, gputimeit}
## @end deftypefn

function wait (device)

  if (nargin != 1)
    print_usage ();
  endif
  if (! isstruct (device) || ! isscalar (device) || ! isfield (device, "Index"))
    error ("gpureduce:badArgument", "wait: DEVICE must be the selected one, as gpuDevice () gives it");
  endif
  ask_gateway ("wait", "wait", device.Index);

endfunction

%!test
%! s = gpusum (gpuArray (1:10));
%! wait (gpuDevice ());
%! assert (gather (s), 55);
%!error <Invalid call to wait> wait ()
%!error <as gpuDevice \(\) gives it> wait (1)
%!error <as gpuDevice \(\) gives it> wait (struct ("Name", "none"))
%!error <wait: DEVICE must be the selected one> wait (setfield (gpuDevice (), "Index", gpuDevice ().Index + 1))
%!error <wait: DEVICE must be the selected one> wait (setfield (gpuDevice (), "Index", []))
%!error <wait: DEVICE must be the selected one> wait (setfield (gpuDevice (), "Index", "a"))
%!error id=gpureduce:badArgument wait (struct ("Index", {1, 2}))
