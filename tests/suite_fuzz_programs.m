## SPDX-License-Identifier: GPL-3.0-or-later

## Random programs with gpuArrays, for half of the time of suite_fuzz ().

function suite_fuzz_programs ()

  fuzz_programs (fuzz_seed (), fuzz_seconds () / 2);

endfunction
