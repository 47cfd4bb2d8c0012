## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = show_ratio (OLD, NEW): what a time of NEW is beside one of OLD, such as "12.3 times as fast" or "147 times slower".

function text = show_ratio (old, new)

  if (new <= old)
    text = sprintf ("%.3g times as fast", old / new);
  else
    text = sprintf ("%.3g times slower", new / old);
  endif

endfunction
