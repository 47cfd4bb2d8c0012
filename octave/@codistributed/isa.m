## SPDX-License-Identifier: GPL-3.0-or-later

## T = isa (D, NAMES): is D codistributed, or are its elements of that class or category?  As of gpuArrays.

function t = isa (d, names)

  if (nargin != 2 || ! isobject (d))
    print_usage ("isa");
  endif
  t = strcmp (names, "codistributed") | isa (cast ([], d.class), names);

endfunction
