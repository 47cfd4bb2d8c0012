## SPDX-License-Identifier: GPL-3.0-or-later

## N = __gpureduce_nnz__ (...): what gpunnz (...) gives, of arguments that its gateway hands on.

function n = __gpureduce_nnz__ (A)

  check_array ("gpunnz", A, {"numeric", "logical", "char", "codistributed"}, "A must be a numeric, logical or char array");
  n = gpusum (A != 0, "all");

endfunction
