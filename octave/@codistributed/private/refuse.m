## SPDX-License-Identifier: GPL-3.0-or-later

## refuse (NAME): say that the function NAME does not take codistributed arrays, and what to do.

function refuse (name)

  error ("gpureduce:unsupported", ...
         "%s: codistributed arrays are not supported; use getLocalPart for this process's part, or gather for all of it", ...
         name);

endfunction
