## SPDX-License-Identifier: GPL-3.0-or-later

## Y = sinc (X): sin (pi * X) ./ (pi * X), which is 1 at 0; of single numbers in double, as Octave has it.

function y = sinc (x)

  if (nargin != 1)
    print_usage ("sinc");
  endif
  t = pi * x;
  y = sin (t) ./ t;
  if (isfloat (y))
    y = double (y);
  endif
  y(x == 0) = 1;

endfunction
