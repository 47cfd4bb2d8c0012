## SPDX-License-Identifier: GPL-3.0-or-later

## check_colors (NAME, MAP): MAP, an argument of Octave's function NAME, is a colormap of numbers from 0 to 1.

function check_colors (name, map)

  if (! iscolormap (map) || any (vec (map < 0 | map > 1)))
    error ("%s: MAP must be a valid colormap", name);
  endif

endfunction
