## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn {} {@var{t} =} canUseGPU ()
## True if a CUDA device answers.
##
## gpuArrays can be used without one, too: their elements are in host memory then.
##
## @example
## @group
## place = @{"host", "device"@}@{1 + canUseGPU ()@};
## printf ("gpuArrays are in %s memory\n", place)
##   @print{} gpuArrays are in @dots{} memory
## @end group
## @end example
## @seealso{gpuDeviceCount, gpuArray}
## @end deftypefn

function t = canUseGPU ()

  t = gpuDeviceCount () > 0;

endfunction

%!assert (canUseGPU (), gpuDeviceCount () > 0)
%!error <called with too many inputs> canUseGPU (1)
