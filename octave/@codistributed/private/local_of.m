## SPDX-License-Identifier: GPL-3.0-or-later

## A = local_of (D): the part that this process holds, complex if the array is.

function a = local_of (d)

  a = d.local;
  if (d.is_complex && isreal (a))
    a = host_part (d);
    if (d.on_device)
      a = gpuArray (a);
    endif
  endif

endfunction
