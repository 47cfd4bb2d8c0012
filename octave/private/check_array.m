## SPDX-License-Identifier: GPL-3.0-or-later

## check_array (CALLER, ARGUMENT, X, KINDS)
##
## It is an error of the function CALLER if X, its ARGUMENT, is not a full array, on the host or
## the device, of one of KINDS: "float", "numeric", "logical" or "char".

function check_array (caller, argument, x, kinds)

  is_kind = [isfloat(x), isnumeric(x), islogical(x), strcmp(underlyingType (x), "char")];
  if (! any (ismember ({"float", "numeric", "logical", "char"}(is_kind), kinds)))
    error ("gpureduce:badArgument", "%s: %s must be an array of kind %s; given was one of class %s", ...
           caller, argument, strjoin (kinds, " or "), underlyingType (x));
  elseif (issparse (x))
    error ("gpureduce:unsupported", "%s: sparse input is not supported; use %s, or full (%s)", ...
           caller, caller(4:end), argument);
  endif

endfunction
