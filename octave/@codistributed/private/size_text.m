## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = size_text (DIMS): 2x3x4.

function text = size_text (dims)

  text = sprintf ("%dx", dims)(1:end-1);

endfunction
