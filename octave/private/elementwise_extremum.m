## SPDX-License-Identifier: GPL-3.0-or-later

## M = elementwise_extremum (NAME, A, B): the elements of A or B by the order of gpuNAME, NAME being max or
## min.  Octave's max (A, B) of complex elements has another treatment of NaN.

function m = elementwise_extremum (name, a, b)

  if (iscomplex (a) || iscomplex (b))
    last = ndims (a) + 1;
    m = feval (["gpu" name], cat (last, a, b), [], last);
  else
    m = feval (name, a, b);
  endif

endfunction
