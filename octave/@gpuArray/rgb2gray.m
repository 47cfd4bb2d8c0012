## SPDX-License-Identifier: GPL-3.0-or-later

## GRAY = rgb2gray (RGB): the luminance of an image of sizes M-by-N-by-3, of several images along the fourth dimension, or
## of the rows of a colormap; in the class of RGB.

function gray = rgb2gray (rgb)

  if (nargin < 1)
    print_usage ("rgb2gray");
  endif
  of = underlyingType (rgb);
  is_map = ndims (rgb) == 2 && columns (rgb) == 3 && isfloat (rgb) && isreal (rgb);
  sizes = size (rgb);
  if (! is_map)
    if (! any (strcmp (of, {"uint8", "int8", "int16", "uint16", "single", "double"})))
      error ("rgb2gray: RGB of invalid data type '%s'", of);
    elseif (size (rgb, 3) != 3)
      error ("rgb2gray: RGB must be a colormap or RGB image");
    elseif (! isreal (rgb))
      error ("rgb2gray: RGB must be numeric and real");
    elseif (ndims (rgb) > 4)
      error ("rgb2gray: invalid RGB with more than 4 dimensions");
    endif
    rgb = reshape (permute (rgb, [1 2 4 3]), [], 3);
  endif
  is_whole = isinteger (rgb);
  if (is_whole)
    least = double (intmin (of));
    range = double (intmax (of)) - least;
    rgb = (double (rgb) - least) / range;
  endif
  gray = rgb * [0.298936; 0.587043; 0.114021];
  if (is_map)
    return;
  endif
  if (is_whole)
    gray = cast (gray * range + least, of);
  endif
  sizes(3) = 1;
  gray = reshape (gray, sizes);

endfunction
