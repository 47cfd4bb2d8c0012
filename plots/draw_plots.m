## SPDX-License-Identifier: GPL-3.0-or-later

## draw_plots (FILE, FOLDER): all plots that the data file FILE of a sweep has data for, as PNG files in FOLDER.
## Their names are printed as they are drawn.

function draw_plots (file, folder)

  [~, name] = fileparts (file);
  for kind = gpusweepplot ()
    picture = fullfile (folder, [name "-" kind{1} ".png"]);
    try
      gpusweepplot (file, kind{1}, picture);
      disp (picture);
    catch err
      if (! strcmp (err.identifier, "gpureduce:noData"))
        rethrow (err);
      endif
    end_try_catch
  endfor

endfunction
