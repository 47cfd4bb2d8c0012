## SPDX-License-Identifier: GPL-3.0-or-later

## Y = gammainc (X, A), (X, A, TAIL): Octave's own function, on the device; of single numbers computed in double.

function y = gammainc (varargin)

  y = in_double ("gammainc", varargin);

endfunction
