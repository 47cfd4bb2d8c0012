## SPDX-License-Identifier: GPL-3.0-or-later

## Random functions of elements, in arrayfun of gpuArrays, and random operations, in gpureduce and gpuscan, against Octave's
## own evaluation.

function suite_fuzz_expressions ()

  repeat_until (@fuzz_expressions_one, fuzz_seed (), fuzz_seconds () / 2, Inf);
  repeat_until (@fuzz_operations_one, fuzz_seed (), fuzz_seconds () / 4, Inf);

endfunction
