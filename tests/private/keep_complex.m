## SPDX-License-Identifier: GPL-3.0-or-later

## X as a complex array if IS_COMPLEX: functions and assignments narrow one without
## imaginary parts.

function x = keep_complex (x, is_complex)

  if (is_complex && isreal (x))
    x = complex (x);
  endif

endfunction
