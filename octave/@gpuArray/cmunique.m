## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, NEWMAP] = cmunique (X, MAP), (RGB), (IMAGE): the different colors of a colormap, of an image of sizes M-by-N-by-3, or
## of a grayscale image, in order; and the indices Y of these in each place.  Y is of uint8 and begins at 0 for up to 256
## colors, and is else double and begins at 1.

function [y, newmap] = cmunique (x, map)

  if (nargin < 1)
    print_usage ("cmunique");
  endif
  of = underlyingType (x);
  if (! any (strcmp (of, {"uint8", "uint16", "single", "double"})))
    error ("cmunique: X is of invalid data type '%s'", of);
  endif
  if (nargin > 1)
    check_colors ("cmunique", map);
    [newmap, ~, y] = unique (gpuArray (map), "rows");
    y = y(double (x) + isinteger (x));
  elseif (ndims (x) > 3 || ! any (size (x, 3) == [1, 3]))
    error ("cmunique: X is not a valid image");
  elseif (size (x, 3) == 3)
    [newmap, ~, y] = unique (reshape (x, [], 3), "rows");
  else
    [newmap, ~, y] = unique (vec (x));
    newmap = repmat (newmap, 1, 3);
  endif
  if (nargin == 1)
    y = reshape (y, rows (x), columns (x));
    if (isinteger (x))
      newmap = double (newmap) / double (intmax (of));
    endif
  endif
  if (rows (newmap) <= 256)
    y = uint8 (y - 1);
  endif

endfunction
