## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{n} =} gpuDeviceCount ()
## Number of CUDA devices that answer; 0 without a device or driver.
##
## @example
## @group
## printf ("CUDA devices: %d\n", gpuDeviceCount ())
##   @print{} CUDA devices: @dots{}
## @end group
## @end example
## @seealso{gpuDevice}
## @end deftypefn

function n = gpuDeviceCount ()

  n = ask_gateway ("gpuDeviceCount", "device_count");

endfunction

%!assert (gpuDeviceCount () == fix (gpuDeviceCount ()) && gpuDeviceCount () >= 0)
%!error <called with too many inputs> gpuDeviceCount (1)
