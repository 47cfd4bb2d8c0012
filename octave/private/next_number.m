## SPDX-License-Identifier: GPL-3.0-or-later

## Y = next_number (X): for each number the next one of its class above it; of the greatest finite one Inf.

function y = next_number (x)

  if (isinteger (x))
    y = x + 1;
    return;
  endif
  step = eps (x);
  y = x + step / 2;
  is_same = y == x & isfinite (x);
  y(is_same) = x(is_same) + step(is_same);
  y(x == -Inf) = -realmax (class (x));

endfunction
