## SPDX-License-Identifier: GPL-3.0-or-later

## What `pkg install` says before it builds: pre_install refuses systems that are not supported, before it changes anything.
## `make check-dist` installs the package.

function suite_package ()

  cleanup = scratch_folder ();
  root = fileparts (fileparts (mfilename ("fullpath")));
  tally (copyfile (fullfile (root, "pre_install.m"), "."), "pre_install.m is not there");
  for system = {"ispc", "ismac"}
    put_file ([system{1} ".m"], sprintf ("function t = %s ()\n t = true;\nendfunction\n", system{1}));
    shown = run ("pre_install (struct ('name', 'gpureduce', 'version', '1.0.0'))");
    tally (! isempty (strfind (shown, "error: gpureduce: this package is for Linux, and is not supported on ")), ...
           "pre_install does not refuse a system where %s (): %s", system{1}, shown);
    tally (isempty (strfind (shown, "compiling")) && ! isfolder ("inst"), "pre_install begins where %s (): %s", system{1}, shown);
    delete ([system{1} ".m"]);
  endfor
  mkdir ("octave");
  mkdir ("plots/parts");
  put_file ("plots/a.gp", "");
  shown = run ("pre_install (struct ('name', 'gpureduce', 'version', '1.0.0'))");
  tally (! isempty (regexp (shown, '^gpureduce 1\.0\.0: compiling, about [1-9]\d* minutes on \d+ cores')), ...
         "pre_install does not say how long it takes: %s", shown);
  tally (exist ("inst/plots/a.gp", "file") && exist ("src/Makefile", "file"), "pre_install does not make what pkg takes");

endfunction

## What Octave shows of that code, in this folder.
function shown = run (code)

  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  [~, shown] = system (["'" octave "' --no-history -q --norc --eval \"" code "\" 2>&1"]);

endfunction

function put_file (name, text)

  file = fopen (name, "w");
  fputs (file, text);
  fclose (file);

endfunction
