## SPDX-License-Identifier: GPL-3.0-or-later

## pre_install (DESC): what `pkg install` runs in the unpacked archive.  It gives the folders the names that pkg knows:
## the functions and what is built beside them go to inst/, which the Makefile still finds as octave/, with the scripts
## of gnuplot; and src/Makefile builds.

function pre_install (desc)

  printf ("%s %s: compiling, which takes minutes where there is nvcc\n", desc.name, desc.version);
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
  fputs (file, "all:\n\t+@$(MAKE) -C .. products\n");
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
