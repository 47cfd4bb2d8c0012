## SPDX-License-Identifier: GPL-3.0-or-later

## Y = filter2 (B, X), (B, X, SHAPE): Octave's own function, whose sums are those of conv2 on the device.

function y = filter2 (varargin)

  y = builtin ("filter2", varargin{:});

endfunction
