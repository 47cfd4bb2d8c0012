## SPDX-License-Identifier: GPL-3.0-or-later

## TYPE = type_of (D): the class of its elements, and " complex" behind it.

function type = type_of (d)

  type = d.class;
  if (d.is_complex)
    type = [type " complex"];
  endif

endfunction
