## SPDX-License-Identifier: GPL-3.0-or-later

## Element types of the library's table: rows of class and complexity.

function t = element_types ()

  types = __gpureduce__ ("types");
  t = [{types.class}; {types.complex}].';

endfunction
