## SPDX-License-Identifier: GPL-3.0-or-later

## sweep_append (FID, FILE, TEXT)
##
## Add TEXT to a data file.  fputs, fflush and fclose say that all is well when the disk is full: the size of the file
## tells.

function sweep_append (fid, file, text)

  before = stat (fid).size;
  fputs (fid, text);
  fflush (fid);
  arrived = stat (fid).size - before;
  if (arrived != numel (text))
    error ("gpureduce:file", "gpusweep: cannot write '%s': %d of %d bytes arrived", file, arrived, numel (text));
  endif

endfunction
