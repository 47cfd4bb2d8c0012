## SPDX-License-Identifier: GPL-3.0-or-later

## How long to make random calls: GPUREDUCE_FUZZ_SECONDS, or a minute.

function seconds = fuzz_seconds ()

  seconds = str2double (getenv ("GPUREDUCE_FUZZ_SECONDS"));
  if (isnan (seconds))
    seconds = 60;
  endif

endfunction
