## SPDX-License-Identifier: GPL-3.0-or-later

## check_array (CALLER, X, KINDS, TEXT)
##
## It is an error of the function CALLER, which TEXT says, if X is not a full array, on the host or the device, of one
## of KINDS: "float", "numeric", "logical" or "char".  One that is codistributed is taken where KINDS has that word.
## INSTEAD is the text that names Octave's function, for sparse arrays, or "" if there is none.

function check_array (caller, x, kinds, text, instead = [caller(4:end) ", or "])

  if (isa (x, "codistributed") && ! any (strcmp (kinds, "codistributed")))
    error ("gpureduce:unsupported", "%s: codistributed arrays are not supported; use getLocalPart or gather", caller);
  endif
  is_kind = (isnumeric (x) && any (strcmp ("numeric", kinds))) || (isfloat (x) && any (strcmp ("float", kinds))) ...
            || (islogical (x) && any (strcmp ("logical", kinds))) ...
            || (any (strcmp ("char", kinds)) && strcmp (underlyingType (x), "char"));
  if (! is_kind)
    error ("gpureduce:badArgument", "%s: %s; given was one of class %s", caller, text, underlyingType (x));
  elseif (issparse (x))
    error ("gpureduce:unsupported", "%s: sparse input is not supported; use %sfull (A)", caller, instead);
  endif

endfunction
