## SPDX-License-Identifier: GPL-3.0-or-later

## DIMS = dims_or_all (CALLER, X, DIMS, TEXT)
##
## The dimensions of X that DIMS says, on the host or the device: whole numbers from 1 on, or "all".  If it is {} it is
## the first dimension of more than one element.  All else is an error of the function CALLER, which TEXT says.

function dims = dims_or_all (caller, x, dims, text)

  dims = gather (dims);
  if (iscell (dims) && isempty (dims))
    dims = first_longer_dim (x);
  elseif (ischar (dims) && strcmpi (dims, "all"))
    dims = 1:ndims (x);
  else
    dims = check_dims (caller, merge (isempty (dims), 0, dims), text);
  endif

endfunction
