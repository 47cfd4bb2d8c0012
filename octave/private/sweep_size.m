## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = sweep_size (DIMS)
##
## The size of an array in one word: 512x512x64.

function text = sweep_size (dims)

  text = strjoin (arrayfun (@(n) sprintf ("%d", n), dims, "UniformOutput", false), "x");

endfunction
