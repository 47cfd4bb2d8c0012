## SPDX-License-Identifier: GPL-3.0-or-later

## [STATUS, TEXT] = run_program (PROGRAM, ARGUMENTS)
##
## Run PROGRAM, a file or a name that is looked up in PATH, with the strings of
## the cell ARGUMENTS.  No shell sees them.  TEXT is what the program wrote to
## its standard output, STATUS its exit status: 127 if it could not be started,
## -1 if a signal ended it.
##
## Not popen2, which in Octave 11 loses the status of a program that ends at once.

function [status, text] = run_program (program, arguments)

  text = "";
  status = 127;
  if (! can_start (program))
    return;
  endif
  [to_read, to_write] = pipe ();
  [nothing, no_writer] = pipe ();
  fclose (no_writer);
  fflush (stdout);
  pid = fork ();
  if (pid == 0)
    become (program, arguments, nothing, to_write);
  endif
  fclose (nothing);
  fclose (to_write);
  unwind_protect
    text = fread (to_read, Inf, "uint8=>char").';
  unwind_protect_cleanup
    fclose (to_read);
    [~, wait_status] = waitpid (pid);
  end_unwind_protect
  status = -1;
  if (WIFEXITED (wait_status))
    status = WEXITSTATUS (wait_status);
  endif

endfunction

## Is PROGRAM a file, in PATH if its name has no folder?
function tf = can_start (program)

  if (any (program == "/"))
    tf = exist (program, "file") == 2;
  else
    tf = ! isempty (file_in_path (getenv ("PATH"), program));
  endif

endfunction

## The child process: it reads IN and writes OUT, and must never get back to the prompt.
function become (program, arguments, in, out)

  try
    dup2 (in, stdin);
    dup2 (out, stdout);
    history_save (false); # exec fails if it has to save where it cannot, in a HOME that is not there
    exec (program, arguments);
  end_try_catch
  kill (getpid (), SIG ().KILL);

endfunction
