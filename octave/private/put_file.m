## SPDX-License-Identifier: GPL-3.0-or-later

## MESSAGE = put_file (NAME, TEXT)
##
## Make the file NAME of the bytes of TEXT.  MESSAGE says why that failed, and is
## empty if it did not.

function message = put_file (name, text)

  [fid, message] = fopen (name, "w");
  if (fid < 0)
    return;
  endif
  fwrite (fid, text);
  fclose (fid);
  ## neither of the two tells of every failure, as on a full disk
  [info, failure, message] = stat (name);
  if (! failure && info.size != numel (text))
    message = sprintf ("%d of %d bytes were written", info.size, numel (text));
  endif

endfunction
