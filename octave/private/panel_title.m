## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = panel_title (SWEEP, K)
##
## The heading of a panel that shows the array of row K of SWEEP.

function text = panel_title (sweep, k)

  shape = sprintf ("%s along dim %d", sweep.size{k}, sweep.dim(k));
  if (sweep.is_vector(k))
    shape = sprintf ("%d elements", sweep.elements(k));
  endif
  text = sprintf ("%s, %s, class %s", sweep.function{k}, shape, sweep.class{k});

endfunction
