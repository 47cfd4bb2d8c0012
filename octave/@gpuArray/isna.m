## SPDX-License-Identifier: GPL-3.0-or-later

## T = isna (D): which elements are the missing value NA, as R has it?

function t = isna (d)

  if (nargin < 1)
    print_usage ("isna");
  elseif (ischar (d))
    error ("gpureduce:badArgument", "isna: argument must be numeric");
  elseif (! isfloat (d) || isempty (d))
    t = false (size (d), "gpuArray");
    return;
  endif
  ## NA is one NaN of many
  if (isaUnderlying (d, "single"))
    t = typecast (vec (d), "uint32") == typecast (single (NA), "uint32");
  else
    t = typecast (vec (d), "uint64") == typecast (NA, "uint64");
  endif
  if (iscomplex (d))
    t = any (reshape (t, 2, []), 1);
  endif
  t = reshape (t, size (d));

endfunction
