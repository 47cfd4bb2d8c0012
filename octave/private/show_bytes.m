## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = show_bytes (N): N bytes with three digits and a unit, such as "79.1 GiB".

function text = show_bytes (n)

  units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  k = 1;
  while (k < numel (units) && n >= 1000)
    n /= 1024;
    k++;
  endwhile
  text = sprintf ("%.3g %s", n, units{k});

endfunction
