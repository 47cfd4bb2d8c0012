## SPDX-License-Identifier: GPL-3.0-or-later

## [X, MAP] = rgb2ind (RGB), (R, G, B): the different colors of an image of sizes M-by-N-by-3, or of several along the fourth
## dimension, in order; and the indices X of these in each place.  X is of uint8 for less than 256 colors, of uint16 for less
## than 65536, which both begin at 0, and else double and begins at 1.

function [x, map] = rgb2ind (r, g, b)

  if (nargin != 1 && nargin != 3)
    print_usage ("rgb2ind");
  elseif (nargin == 1)
    if (ndims (r) > 4 || size (r, 3) != 3)
      error ("rgb2ind: argument is not an RGB image");
    endif
    [r, g, b] = deal (r(:,:,1,:), r(:,:,2,:), r(:,:,3,:));
  elseif (! size_equal (r, g, b))
    error ("rgb2ind: R, G, and B must have the same size");
  endif
  of = underlyingType (r);
  if (! any (strcmp (of, {"single", "double", "logical", "uint8", "uint16", "int16"})))
    error ("rgb2ind: unsupported image class %s", of);
  endif
  [map, ~, x] = unique ([vec(gpuArray (r)), vec(g), vec(b)], "rows");
  x = reshape (x, size (r));
  if (isinteger (r))
    least = double (intmin (of));
    map = (double (map) - least) / (double (intmax (of)) - least);
  endif
  if (rows (map) < 256)
    x = uint8 (x - 1);
  elseif (rows (map) < 65536)
    x = uint16 (x - 1);
  endif

endfunction
