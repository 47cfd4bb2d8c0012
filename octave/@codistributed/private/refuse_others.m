## SPDX-License-Identifier: GPL-3.0-or-later

## refuse_others (NAME, OPERANDS): it is an error of the function NAME if one is not a full array of numbers, logical values
## or characters, a gpuArray or codistributed.

function refuse_others (name, operands)

  for x = operands
    x = x{1};
    if (issparse (x))
      error ("gpureduce:unsupported", "%s: sparse input is not supported; use full", name);
    elseif (! (isobject (x) || isnumeric (x) || islogical (x) || ischar (x)))
      error ("gpureduce:badArgument", "%s: wrong type argument '%s'", name, class (x));
    endif
  endfor

endfunction
