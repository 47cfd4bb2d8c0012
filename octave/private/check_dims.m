## SPDX-License-Identifier: GPL-3.0-or-later

## DIMS = check_dims (CALLER, DIMS, TEXT)
##
## DIMS as a row of doubles.  It is an error of the function CALLER if they are not whole numbers from 1 on, which TEXT
## says, or if two of them are the same one.

function dims = check_dims (caller, dims, text)

  is_list = isnumeric (dims) && isreal (dims) && (isvector (dims) || isempty (dims));
  if (! (is_list && all (dims(:) >= 1 & dims(:) <= flintmax () & dims(:) == fix (dims(:)))))
    error ("gpureduce:badArgument", "%s: %s; given was %s", caller, text, show_value (dims));
  endif
  dims = full (double (dims(:).'));
  if (numel (unique (dims)) < numel (dims))
    error ("gpureduce:badArgument", "%s: DIM must name each dimension once", caller);
  endif

endfunction
