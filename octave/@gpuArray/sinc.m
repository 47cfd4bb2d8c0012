## SPDX-License-Identifier: GPL-3.0-or-later

## Y = sinc (X): sin (pi * X) ./ (pi * X), which is 1 at 0, computed in the class of X and then double, as in Octave.

function y = sinc (x)

  if (nargin != 1)
    print_usage ("sinc");
  endif
  t = pi * x;
  y = double (sin (t) ./ t);
  y(x == 0) = 1;

endfunction
