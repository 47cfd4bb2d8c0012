## SPDX-License-Identifier: GPL-3.0-or-later

## A complex result without imaginary parts is real.

function a = complex_if_needed (a)

  if (iscomplex (a) && all (imag (a)(:) == 0))
    a = real (a);
  endif

endfunction
