## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = show_seconds (S): a time with three digits and a unit, such as "5.51 ms".

function text = show_seconds (s)

  units = {1, "s"; 1e-3, "ms"; 1e-6, "us"};
  k = find (s >= [units{:,1}], 1);
  if (isempty (k))
    k = 3;
  endif
  text = sprintf ("%.3g %s", s / units{k,1}, units{k,2});

endfunction
