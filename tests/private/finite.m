## SPDX-License-Identifier: GPL-3.0-or-later

## Y with 0 for each part that is Inf or NaN.

function y = finite (y)

  if (iscomplex (y))
    y = complex (finite (real (y)), finite (imag (y)));
  else
    y(! isfinite (y)) = 0;
  endif

endfunction
