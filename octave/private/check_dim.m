## SPDX-License-Identifier: GPL-3.0-or-later

## DIM = check_dim (CALLER, DIM, MOST, TEXT)
##
## DIM, on the host or the device, as a double.  It is an error of the function CALLER, which TEXT says, if it is not a
## whole number from 1 to MOST.

function dim = check_dim (caller, dim, most, text)

  dim = gather (dim);
  if (issparse (dim))
    dim = full (dim);
  endif
  if (! (isnumeric (dim) && isreal (dim) && isscalar (dim) && dim >= 1 && dim <= most && dim == fix (dim)))
    error ("gpureduce:badArgument", "%s: %s; given was %s", caller, text, show_value (dim));
  endif
  dim = double (dim);

endfunction
