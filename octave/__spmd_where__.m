## SPDX-License-Identifier: GPL-3.0-or-later

## [NUMBER, COUNT] = __spmd_where__ (): which of how many processes this is, from 1 on.
##
## The environment that mpirun and srun set only tells whether there are others; MPI itself is begun where there are.

function [number, count] = __spmd_where__ ()

  persistent place = [];
  if (isempty (place))
    place = [1, 1];
    started = cellfun (@(name) str2double (getenv (name)), ...
                       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
    if (any (started > 1) || ! isempty (getenv ("PMIX_RANK")))
      if (exist ("__spmd__", "file") == 3)
        [place(1), place(2)] = __spmd__ ("begin");
        sigterm_dumps_octave_core (false); # of a slab that no one asked for, where another process has failed
      elseif (any (started > 1))
        error ("gpureduce:unsupported", ...
               "this is one of %d processes, and gpureduce was built without MPI; build it again where mpicc works", ...
               max (started));
      endif
    endif
  endif
  number = place(1);
  count = place(2);

endfunction
