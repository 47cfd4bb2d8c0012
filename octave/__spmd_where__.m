## SPDX-License-Identifier: GPL-3.0-or-later

## [NUMBER, COUNT] = __spmd_where__ (): which of how many processes this is, from 1 on.
##
## The environment that mpirun and srun set only tells whether there are others; MPI itself is begun where there are.  What
## is an error stays one each time it is asked, as a process that takes itself for the only one gives wrong answers; it has
## the name of the function that the user called.

function [number, count] = __spmd_where__ ()

  persistent place = [];
  persistent failure = [];
  if (isempty (place) && isempty (failure))
    try
      place = find_place ();
    catch failure
    end_try_catch
  endif
  if (isempty (place))
    error (struct ("message", [asked_by() ": " failure.message], "identifier", failure.identifier));
  endif
  number = place(1);
  count = place(2);

endfunction

function place = find_place ()

  place = [1, 1];
  started = cellfun (@(name) str2double (getenv (name)), {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
  started(isnan (started)) = [];
  if (! any (started > 1) && isempty (getenv ("PMIX_RANK")))
    return;
  endif
  if (exist ("__spmd__", "file") == 3)
    [place(1), place(2)] = __spmd_ask__ ("begin");
    sigterm_dumps_octave_core (false); # of a slab that no one asked for, where another process has failed
    if (place(2) == 1 && ! isempty (started) && started(1) > 1)
      error ("gpureduce:unsupported", ...
             ["this is one of %d processes, and the MPI that gpureduce was built with knows of none but " ...
              "this one; start them with the mpirun of that MPI"], ...
             started(1));
    endif
  elseif (any (started > 1))
    error ("gpureduce:unsupported", ...
           "this is one of %d processes, and gpureduce was built without MPI; build it again where mpicc works", ...
           max (started));
  endif

endfunction

## The first function of the callers that users know.
function name = asked_by ()

  name = "spmdSize";
  for frame = dbstack ().'
    [~, own] = fileparts (frame.file);
    if (! (strncmp (own, "__", 2) || any (strfind (frame.file, [filesep "private" filesep]))))
      name = own;
      return;
    endif
  endfor

endfunction
