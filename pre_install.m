## SPDX-License-Identifier: GPL-3.0-or-later

## pre_install (DESC): what `pkg install` runs in the unpacked archive.  It refuses systems that are not supported.  It
## gives the folders the names that pkg knows: the functions and what is built beside them go to inst/, which the
## Makefile still finds as octave/, with the scripts of gnuplot; and src/Makefile builds, then removes what of inst/ is for
## make alone.  Of what make prints, pkg shows only what goes where errors go, so the steps go there.

function pre_install (desc)

  CORE_MINUTES = 9;
  if (ispc () || ismac ())
    error ("gpureduce: this package is for Linux, and is not supported on %s", computer ());
  endif
  printf ("%s %s: compiling, about %d minutes on %d cores\n", desc.name, desc.version, ...
          ceil (CORE_MINUTES / nproc ()), nproc ());
  fflush (stdout);
  move ("octave", "inst");
  if (symlink ("inst", "octave") != 0)
    error ("gpureduce: cannot link octave to inst");
  endif
  make_folder ("inst/plots");
  copy ("plots/*.gp", "inst/plots");
  copy ("plots/parts", "inst/plots");
  make_folder ("src");
  file = fopen ("src/Makefile", "w");
  if (file < 0)
    error ("gpureduce: cannot write src/Makefile");
  endif
  fputs (file, "all:\n\t+@INSTALL_PACKAGES=no $(MAKE) --no-print-directory -C .. all >&2\n\t@rm ../inst/package.mk\n");
  fclose (file);

endfunction

function move (from, to)

  [ok, message] = movefile (from, to);
  check (ok, message);

endfunction

function copy (from, to)

  [ok, message] = copyfile (from, to);
  check (ok, message);

endfunction

function make_folder (name)

  [ok, message] = mkdir (name);
  check (ok, message);

endfunction

function check (ok, message)

  if (! ok)
    error ("gpureduce: %s", message);
  endif

endfunction
