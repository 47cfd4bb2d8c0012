## SPDX-License-Identifier: GPL-3.0-or-later

## YES = goes_direct (CALL, D, ROOM): do elements of D go from device to device?  All processes ask, in the same CALL; the
## move takes ROOM bytes of memory on this one's.
##
## Small arrays go by way of the host, where NCCL need not begin for them.

function yes = goes_direct (call, d, room)

  LEAST = 2 ^ 20;
  yes = false;
  is_large = prod (d.size) * element_bytes (d) >= LEAST || ! isempty (getenv ("GPUREDUCE_NCCL"));
  if (d.on_device && numel (d.parts) > 1 && is_large)
    yes = strcmp (__spmd_carrier__ (call, room), "NCCL");
  endif

endfunction
