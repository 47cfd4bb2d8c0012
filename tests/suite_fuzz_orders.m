## SPDX-License-Identifier: GPL-3.0-or-later

## Random calls of what sorts, selects and collects by keys, for a fifth of the time of suite_fuzz ().

function suite_fuzz_orders ()

  fuzz_orders (fuzz_seed (), fuzz_seconds () / 5);

endfunction
