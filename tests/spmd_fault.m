## SPDX-License-Identifier: GPL-3.0-or-later

## spmd_fault (): process 2 does what GPUREDUCE_SPMD_FAULT says, while the others do what they should.

function spmd_fault ()

  printf ("pid %d\n", getpid ());
  fflush (stdout);
  is_me = spmdIndex () == 2;
  D = codistributed (ones (2, spmdIndex ()), 2);
  gpusum (D, 2);
  fault = getenv ("GPUREDUCE_SPMD_FAULT");
  if (strcmp (fault, "nccl"))
    try # no one goes on from it
      gather (codistributed (gpuArray (ones (2, 1)), 2));
    end_try_catch
  endif
  if (strcmp (fault, "interrupted-waiting"))
    if (is_me)
      pause (30);
    elseif (spmdIndex () == 1)
      interrupt_me_soon ();
    endif
    gpusum (D, 2);
    return;
  endif
  if (is_me)
    switch (fault)
      case "error"
        error ("planted in process %d", spmdIndex ());
      case "exit"
        exit (0);
      case "status"
        exit (3);
      case "killed"
        kill (getpid (), SIG ().KILL);
      case "interrupted"
        kill (getpid (), SIG ().INT);
        pause (30);
      case "call"
        gpumax (D, [], 2);
      case "options"
        gpusum (D, 2, "omitnan");
      case "forgotten"
        gather (D);
      case "memory"
        __spmd_agree__ ("", struct ("message", "out of memory", "identifier", "gpureduce:outOfMemory"), []);
      case "move-interrupted"
        __spmd__ ("agree", "a test", "", []);
        pause (30);
      case {"exchange", "move"}
        try # between what all have agreed in and the bytes that should follow
          __spmd__ ("agree", "a test", "", []);
          error ("planted in process %d", spmdIndex ());
        catch err
          disp (err.message);
          exit (1);
        end_try_catch
    endswitch
  elseif (strcmp (fault, "exchange"))
    __spmd__ ("agree", "a test", "", []);
    __spmd__ ("exchange", cell (1, spmdSize ()));
  elseif (any (strcmp (fault, {"move", "move-interrupted"})))
    __spmd__ ("agree", "a test", "", []);
    if (strcmp (fault, "move-interrupted") && spmdIndex () == 1)
      interrupt_me_soon ();
    endif
    __spmd__ ("move", cell (1, spmdSize ()), gpuArray (1));
  endif
  gpusum (D, 2);
  exit (0);

endfunction

## This process gets what Ctrl-C sends a second from now, while it waits for process 2, which does not come.
function interrupt_me_soon ()

  pid = getpid ();
  child = fork ();
  if (child == 0)
    pause (1);
    kill (pid, SIG ().INT);
    exec ("true", {});
  endif

endfunction
