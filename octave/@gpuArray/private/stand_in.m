## SPDX-License-Identifier: GPL-3.0-or-later

## Y = stand_in (X): a small host array with the class of X, and sizes that are 0, 1 or more where those of X are, by which
## Octave's own function checks its arguments and says of what class its result is.  What is no array of numbers stays.

function y = stand_in (x)

  y = x;
  if (ischar (x) && isgpuarray (x))
    y = gather (x);
  elseif (isnumeric (x) || islogical (x))
    y = cast (zeros (min (size (x), 2)), underlyingType (x));
    if (iscomplex (x))
      y = complex (y);
    endif
  endif

endfunction
