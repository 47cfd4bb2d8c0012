## SPDX-License-Identifier: GPL-3.0-or-later

## PICTURE = draw_plot (CALLER, SCRIPT, FILES, FORMAT)
##
## The bytes of a plot, "png", "svg" or "text", by gnuplot in a folder of its own: only fixed names get there.
## SCRIPT is a file in the folder plots; FILES has a row for each data file that it reads, with name and text.
## Errors begin with CALLER, a function's name.

function picture = draw_plot (caller, script, files, format)

  here = fileparts (fileparts (mfilename ("fullpath")));
  plots = fullfile (here, "plots"); # in a package
  if (! isfolder (plots))
    plots = canonicalize_file_name (fullfile (here, "..", "plots"));
  endif
  if (isempty (plots))
    error ("gpureduce:gnuplot", "%s: there is no folder plots with the functions or beside theirs", caller);
  endif
  program = getenv ("GNUPLOT");
  if (isempty (program))
    program = "gnuplot";
  endif
  folder = make_absolute_filename (tempname ());
  [is_made, message] = mkdir (folder);
  if (! is_made)
    error ("gpureduce:badArgument", "%s: cannot make the temporary folder '%s': %s", caller, folder, message);
  endif
  unwind_protect
    for k = 1:rows (files)
      name = fullfile (folder, files{k,1});
      message = put_file (name, files{k,2});
      if (! isempty (message))
        error ("gpureduce:badArgument", "%s: cannot write '%s': %s", caller, name, message);
      endif
    endfor
    [status, picture] = run_program (program, {"-d", "-c", fullfile(plots, script), folder, plots, format});
    if (status == 127)
      error ("gpureduce:gnuplot", "%s: cannot run '%s'; the environment variable GNUPLOT can name it", caller, program);
    elseif (status == -1)
      error ("gpureduce:gnuplot", "%s: a signal ended '%s'", caller, program);
    elseif (status != 0)
      error ("gpureduce:gnuplot", "%s: '%s' failed with status %d; standard error has its messages", ...
             caller, program, status);
    endif
    if (! strcmp (format, "text"))
      picture = "";
      [fid, message] = fopen (fullfile (folder, ["plot." format]), "r");
      if (fid >= 0)
        picture = fread (fid, Inf, "uint8=>char").';
        fclose (fid);
      endif
    endif
    if (isempty (picture))
      error ("gpureduce:gnuplot", "%s: '%s' ended with status 0, but made no plot", caller, program);
    endif
  unwind_protect_cleanup
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  end_unwind_protect

endfunction
