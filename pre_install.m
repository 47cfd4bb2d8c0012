## SPDX-License-Identifier: GPL-3.0-or-later

## pre_install (DESC): what `pkg install` runs in the unpacked archive.  It refuses systems that are not supported.  It
## gives the folders the names that pkg knows: the functions and what is built beside them go to inst/, which the
## Makefile still finds as octave/, with the scripts of gnuplot; and src/Makefile builds.  Of what make prints, pkg shows
## only what goes where errors go, so the steps go there.

function pre_install (desc)

  CORE_MINUTES = 7; # of a quiet machine, for the host backend,
  CUDA_MINUTES = 3; # and for the other one, where there is nvcc
  if (ispc () || ismac ())
    error ("gpureduce: this package is for Linux, and is not supported on %s", computer ());
  endif
  minutes = ceil ([CORE_MINUTES, CORE_MINUTES + CUDA_MINUTES] / nproc ());
  printf ("%s %s: compiling, about %d minutes on %d cores, or %d where there is nvcc\n", ...
          desc.name, desc.version, minutes(1), nproc (), minutes(2));
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
  fputs (file, "all:\n\t+@INSTALL_PACKAGES=no $(MAKE) --no-print-directory -C .. all >&2\n");
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
