## SPDX-License-Identifier: GPL-3.0-or-later

## D = im2double (IMAGE), (IMAGE, "indexed"): an image in double, with the range of uint8, uint16 or int16 as 0 to 1, or
## with indices of uint8 or uint16, which begin at 0, as those that begin at 1.

function d = im2double (image, type)

  if (nargin < 1)
    print_usage ("im2double");
  endif
  of = underlyingType (image);
  if (nargin > 1)
    if (! strcmpi (type, "indexed"))
      error ('im2double: second input argument must be the string "indexed"');
    elseif (! any (strcmp (of, {"uint8", "uint16", "single", "double", "logical"})))
      error (["im2double: if IMG is indexed, then it must be positive " ...
              "integer floating points, or unsigned integer class"]);
    endif
    d = double (image);
    if (isinteger (image))
      d += 1;
    endif
    return;
  endif
  if (! any (strcmp (of, {"uint8", "uint16", "int16", "single", "double", "logical"})))
    error ('im2double: IMG is of unsupported class "%s"', of);
  endif
  d = double (image);
  if (isinteger (image))
    least = double (intmin (of));
    d = (d - least) / (double (intmax (of)) - least);
  endif

endfunction
