## SPDX-License-Identifier: GPL-3.0-or-later

## The dimension that function F takes for X of itself.

function dim = default_dim (f, x)

  if (f.skips_empty)
    dim = find (size (x) > 1, 1);
  else
    dim = find (size (x) != 1, 1);
  endif
  if (isempty (dim))
    dim = 1;
  endif

endfunction
