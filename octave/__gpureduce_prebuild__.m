## SPDX-License-Identifier: GPL-3.0-or-later

## __gpureduce_prebuild__ ()
##
## Compile the kernels below for the GPUs that answer, to the folder kernels beside this file, where the library looks
## before it compiles any: the first calls of all users of this installation find them.  `make all` runs it.  Kernels of
## sources that have changed since are removed first.  It says what was compiled, or why it can't be, in one line, and
## nothing where no GPU answers.

function __gpureduce_prebuild__ ()

  ## what most sessions begin with
  LIST = [strcat({"sum", "mean", "max", "min", "cumsum", "+", "-", ".*", "./"}, " double"), ...
          strcat({"sum", "mean", "max", "min", "cumsum", "+", "-", ".*", "./"}, " single")];
  own = fileparts (mfilename ("fullpath"));
  folder = fullfile (own, "kernels");
  setenv ("GPUREDUCE_CACHE", folder);
  try
    devices = gpuDeviceCount ();
    if (devices == 0)
      return;
    endif
    library = stat (fullfile (own, "libgpureduce.so"));
    kept = stat (folder);
    if (! isempty (kept) && library.mtime > kept.mtime)
      gpuDevice ("cache", "clear");
    endif
    capabilities = cell (1, devices);
    for i = 1:devices
      capabilities{i} = gpuDevice (i).ComputeCapability;
    endfor
    for capability = unique (capabilities)
      start = tic ();
      n = gpuDevice ("compile", LIST, capability{1});
      printf ("%d kernels for GPUs of compute capability %s are in %s (%.0f s)\n", n, capability{1}, folder, toc (start));
    endfor
  catch failure
    printf ("Without kernels that are compiled ahead: %s\n", failure.message);
  end_try_catch

endfunction

%!test # nothing is said where no GPU answers; a second time finds what the first has compiled
%! before = getenv ("GPUREDUCE_CACHE");
%! backend = __gpureduce__ ("backend");
%! unwind_protect
%!   text = evalc ("__gpureduce_prebuild__ ()");
%!   assert (isempty (text), gpuDeviceCount () == 0);
%!   if (gpuDeviceCount () > 0)
%!     before_that = gpuDevice ("cache").Compiled;
%!     evalc ("__gpureduce_prebuild__ ()");
%!     assert (gpuDevice ("cache").Compiled, before_that);
%!   endif
%! unwind_protect_cleanup
%!   setenv ("GPUREDUCE_CACHE", before);
%!   gpuDevice (backend);
%! end_unwind_protect
