## SPDX-License-Identifier: GPL-3.0-or-later

## N = element_bytes (D): of one element.

function n = element_bytes (d)

  switch (d.class)
    case {"double", "int64", "uint64"}
      n = 8;
    case {"single", "int32", "uint32"}
      n = 4;
    case {"int16", "uint16"}
      n = 2;
    otherwise
      n = 1;
  endswitch
  n *= 1 + d.is_complex;

endfunction
