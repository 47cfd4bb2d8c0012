## SPDX-License-Identifier: GPL-3.0-or-later

## [STATUS, TEXT] = run_program (PROGRAM, ARGUMENTS)
##
## Run PROGRAM, a file or a name that is looked up in PATH, with the strings of
## the cell ARGUMENTS.  No shell sees them.  TEXT is what the program wrote to
## its standard output, STATUS its exit status: 127 if it could not be started,
## -1 if a signal ended it.

function [status, text] = run_program (program, arguments)

  [in, out, pid] = popen2 (program, arguments, true);
  unwind_protect
    fclose (in);
    text = fread (out, Inf, "uint8=>char").';
  unwind_protect_cleanup
    fclose (out);
    [~, wait_status] = waitpid (pid);
  end_unwind_protect
  status = -1;
  if (WIFEXITED (wait_status))
    status = WEXITSTATUS (wait_status);
  endif

endfunction
