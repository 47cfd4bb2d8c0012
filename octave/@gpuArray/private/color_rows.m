## SPDX-License-Identifier: GPL-3.0-or-later

## [ROWS, SIZES] = color_rows (NAME, SAYS, X): what Octave's function NAME, which calls its argument SAYS, makes of X: a
## colormap as it is, with SIZES of [], or the pixels of an image of sizes M-by-N-by-3, or of several along the fourth
## dimension, in rows; with the range of integers as 0 to 1.

function [rows, sizes] = color_rows (name, says, x)

  of = underlyingType (x);
  rows = x;
  sizes = [];
  if (! iscolormap (x))
    sizes = size (x);
    if (! any (strcmp (of, {"uint8", "int8", "int16", "uint16", "single", "double"})))
      error ("%s: %s of invalid data type '%s'", name, says, of);
    elseif (size (x, 3) != 3)
      error ("%s: %s must be a colormap or %s image", name, says, says);
    elseif (! isreal (x))
      error ("%s: %s must be numeric and real", name, says);
    elseif (ndims (x) > 4)
      error ("%s: invalid %s with more than 4 dimensions", name, says);
    endif
    rows = reshape (permute (x, [1 2 4 3]), [], 3);
  endif
  if (isinteger (x))
    least = double (intmin (of));
    rows = (double (rows) - least) / (double (intmax (of)) - least);
  endif

endfunction
