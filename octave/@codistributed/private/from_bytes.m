## SPDX-License-Identifier: GPL-3.0-or-later

## A = from_bytes (BYTES, CLS, IS_COMPLEX): the elements, a column, that another process has sent.

function a = from_bytes (bytes, cls, is_complex)

  if (strcmp (class (bytes), cls)) # no one has sent it
    a = bytes;
  elseif (strcmp (cls, "logical")) # which typecast does not give
    a = logical (bytes);
  elseif (is_complex)
    a = typecast (bytes, [cls " complex"]);
  else
    a = typecast (bytes, cls);
  endif
  a = a(:);

endfunction
