## SPDX-License-Identifier: GPL-3.0-or-later

## HSV = rgb2hsv (RGB): hue, saturation and value of the colors of an image of sizes M-by-N-by-3, of several images along
## the fourth dimension, or of the rows of a colormap; single of single, and double of others.

function hsv = rgb2hsv (rgb)

  if (nargin < 1)
    print_usage ("rgb2hsv");
  endif
  hsv = changed_colors ("rgb2hsv", "RGB", rgb);

endfunction
