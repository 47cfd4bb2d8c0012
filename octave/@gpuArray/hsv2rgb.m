## SPDX-License-Identifier: GPL-3.0-or-later

## RGB = hsv2rgb (HSV): the colors of hue, saturation and value in an image of sizes M-by-N-by-3, in several images along
## the fourth dimension, or in the rows of a colormap; single of single, and double of others.

function rgb = hsv2rgb (hsv)

  if (nargin < 1)
    print_usage ("hsv2rgb");
  endif
  rgb = changed_colors ("hsv2rgb", "HSV", hsv);

endfunction
