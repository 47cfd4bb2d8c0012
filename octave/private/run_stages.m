## SPDX-License-Identifier: GPL-3.0-or-later

## Y = run_stages (CALLER, A, DIM, STAGES, LAST, OF_ELEMENTS, ONLY)
##
## Reductions of A along DIM one after the other, and a function LAST of their results, and of elements if OF_ELEMENTS.  A
## row of STAGES is {OPERATOR, VALUE, FINISH, KEEP}: what is reduced by "sum", "max" or "min" is VALUE of an element and of
## the results of earlier stages; FINISH, if it is not [], makes the stage's result of the reduction's and of earlier ones; and
## where it is to KEEP, the value takes the element's place.  Y is on the device if A is; with ONLY it is [] where there is no
## kernel that reads A once.

function y = run_stages (caller, A, dim, stages, last, of_elements, only = false)

  y = __gpuarray__ ("stages", caller, stages, {last, of_elements}, gpuArray (A), dim, only);
  if (! isgpuarray (A))
    y = gather (y);
  endif

endfunction
