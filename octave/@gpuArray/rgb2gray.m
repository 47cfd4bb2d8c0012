## SPDX-License-Identifier: GPL-3.0-or-later

## GRAY = rgb2gray (RGB): the luminance of an image of sizes M-by-N-by-3, of several images along the fourth dimension, or
## of the rows of a colormap; in the class of RGB.

function gray = rgb2gray (rgb)

  if (nargin < 1)
    print_usage ("rgb2gray");
  endif
  [rows, sizes] = color_rows ("rgb2gray", "RGB", rgb);
  gray = rows * [0.298936; 0.587043; 0.114021];
  if (isempty (sizes))
    return;
  endif
  if (isinteger (rgb))
    of = underlyingType (rgb);
    least = double (intmin (of));
    gray = cast (gray * (double (intmax (of)) - least) + least, of);
  endif
  sizes(3) = 1;
  gray = reshape (gray, sizes);

endfunction
