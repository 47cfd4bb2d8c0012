## SPDX-License-Identifier: GPL-3.0-or-later

## check_real (CALLER, A)
##
## It is an error of the function CALLER if A is not a full array of real numbers or logical values.

function check_real (caller, A)

  check_array (caller, A, {"numeric", "logical"}, "A must be a numeric or logical array", "");
  if (iscomplex (A))
    error ("gpureduce:badArgument", "%s: A must be real; given was one of class complex %s", caller, underlyingType (A));
  endif

endfunction
