## SPDX-License-Identifier: GPL-3.0-or-later

## Y = betainc (X, A, B), (X, A, B, TAIL): Octave's own function, on the device; of single numbers computed in double.

function y = betainc (varargin)

  y = in_double ("betainc", varargin);

endfunction
