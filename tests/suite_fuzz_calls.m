## SPDX-License-Identifier: GPL-3.0-or-later

## Random wrong calls: for a fifth of the time of suite_fuzz (), as they are many more.

function suite_fuzz_calls ()

  fuzz_calls (fuzz_seed (), fuzz_seconds () / 5);

endfunction
