## SPDX-License-Identifier: GPL-3.0-or-later

## C = conv (A, B), (A, B, SHAPE): Octave's own function, whose sums are those of conv2 on the device.

function y = conv (varargin)

  y = builtin ("conv", varargin{:});

endfunction
