## SPDX-License-Identifier: GPL-3.0-or-later

## refuse (NAME): the error of a function that codistributed arrays have not.

function refuse (name)

  error ("gpureduce:unsupported", "codistributed: '%s' is not supported; use getLocalPart or gather", name);

endfunction
