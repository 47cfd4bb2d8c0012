## SPDX-License-Identifier: GPL-3.0-or-later

## The help text is that of the compiled function, mex/gpuarray_functions.cc.

function t = isgpuarray (x)

  error ("gpureduce:notBuilt", "isgpuarray: the compiled function isgpuarray.oct is missing; run 'make'");

endfunction

%!assert (isgpuarray (gpuArray (1)))
%!assert (isgpuarray ({gpuArray(1)}), false)
%!assert (isgpuarray (1), false)
%!error <Invalid call to isgpuarray> isgpuarray ()
