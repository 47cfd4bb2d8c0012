## SPDX-License-Identifier: GPL-3.0-or-later

## A = host_part (D): the part that this process holds, on the host, complex if the array is.

function a = host_part (d)

  a = gather (d.local);
  if (d.is_complex && isreal (a))
    a = complex (a, zeros (size (a), d.class));
  endif

endfunction
