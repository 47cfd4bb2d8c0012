## SPDX-License-Identifier: GPL-3.0-or-later

## Random right calls against the builtins.

function suite_fuzz ()

  fuzz (fuzz_seed (), fuzz_seconds ());

endfunction
