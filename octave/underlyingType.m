## SPDX-License-Identifier: GPL-3.0-or-later

## The help text is that of the compiled function, mex/gpuarray_functions.cc.

function name = underlyingType (x)

  error ("gpureduce:notBuilt", "underlyingType: the compiled function underlyingType.oct is missing; run 'make'");

endfunction

%!assert (underlyingType (gpuArray (uint8 (1))), "uint8")
%!assert (underlyingType (gpuArray (1i)), "double")
%!assert (underlyingType ("a"), "char")
%!error <Invalid call to underlyingType> underlyingType ()
