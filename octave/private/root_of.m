## SPDX-License-Identifier: GPL-3.0-or-later

## R = root_of (X): square roots of numbers that are not below 0.  Of a gpuArray they
## are queued, where sqrt looks first whether an answer is complex.

function r = root_of (x)

  if (isgpuarray (x) && any (strcmp (underlyingType (x), {"double", "single"})))
    r = __gpuarray__ ("root", x);
  else
    r = sqrt (x);
  endif

endfunction
