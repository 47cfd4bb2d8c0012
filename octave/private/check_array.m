## SPDX-License-Identifier: GPL-3.0-or-later

## check_array (CALLER, X, KINDS, TEXT)
##
## It is an error of the function CALLER, which TEXT says, if X is not a full array, on the host or the device, of one
## of KINDS: "float", "numeric", "logical" or "char".  One that is codistributed is taken where KINDS has that word.

function check_array (caller, x, kinds, text)

  if (isa (x, "codistributed") && ! any (strcmp (kinds, "codistributed")))
    error ("gpureduce:unsupported", "%s: codistributed arrays are not supported; use getLocalPart or gather", caller);
  endif
  is_kind = [isfloat(x), isnumeric(x), islogical(x), strcmp(underlyingType (x), "char")];
  if (! any (ismember ({"float", "numeric", "logical", "char"}(is_kind), kinds)))
    error ("gpureduce:badArgument", "%s: %s; given was one of class %s", caller, text, underlyingType (x));
  elseif (issparse (x))
    instead = "full (A)";
    if (any (exist (caller(4:end)) == [2 5])) # Octave's function
      instead = [caller(4:end) ", or full (A)"];
    endif
    error ("gpureduce:unsupported", "%s: sparse input is not supported; use %s", caller, instead);
  endif

endfunction
