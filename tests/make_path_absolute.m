## SPDX-License-Identifier: GPL-3.0-or-later

## make_path_absolute (): so that functions are found after the working folder has changed.

function make_path_absolute ()

  for p = strsplit (path (), pathsep ())
    if (! is_absolute_filename (p{1}) && ! strcmp (p{1}, "."))
      rmpath (p{1});
      addpath (canonicalize_file_name (p{1}));
    endif
  endfor

endfunction
