## SPDX-License-Identifier: GPL-3.0-or-later

## CLEANUP = scratch_folder ()
##
## Work in a new folder, since examples write files.  When CLEANUP is cleared, the folder is
## removed and the one before is the working folder again.

function cleanup = scratch_folder ()

  here = pwd ();
  scratch = tempname ();
  mkdir (scratch);
  cleanup = onCleanup (@() leave (here, scratch));
  cd (scratch);

endfunction

function leave (here, scratch)

  cd (here);
  confirm_recursive_rmdir (false, "local");
  rmdir (scratch, "s");

endfunction
