## SPDX-License-Identifier: GPL-3.0-or-later

## What a child process after fork can do whose parent has used the library, as those
## of parcellfun: everything on the cpu backend, and nothing on cuda, which says so.
## And what the environment of a process says of the backend, and what a long call shows.

function suite_processes ()

  backend = __gpureduce__ ("backend");
  x = mod (0:3e6, 7);
  want = sum (x);
  check (gpusum (x) == want, "gpusum does not work in the parent");
  if (strcmp (backend, "cuda"))
    check (in_child (@() is_refused (x)), "a child uses cuda, or is refused without the reason");
    check (in_child (@() gpuDeviceCount () == 0), "a child counts devices that it cannot use");
  endif
  check (in_child (@() works_on_host (x, want)), "a child does not work on the host");
  check (gpusum (x) == want, "gpusum does not work in the parent any more");
  environment ();
  announcement ();
  progress ();

endfunction

## A call that takes more than two seconds shows how far it is at a prompt, in a line that is gone at its end, and
## nothing to a terminal where commands do not come from a prompt.
function progress ()

  program = file_in_path (getenv ("PATH"), "script"); # makes a terminal
  if (isempty (program))
    return;
  endif
  code = ["addpath (getenv ('GPUREDUCE_TEST_DIR')); n = 2^24; do n *= 2; x = ones (1, n, 'int8'); tic; " ...
          "s = gpumean (x, 'g'); until (toc > 3 || n >= 2^30) \n printf ('<%d>\\n', s) \n exit \n"];
  octave = ["env GPUREDUCE_BACKEND=cpu OMP_NUM_THREADS=1 '" fullfile(OCTAVE_EXEC_HOME (), "bin", "octave-cli") ...
            "' --no-history -q --norc --no-line-editing"];
  file = tempname ();
  setenv ("GPUREDUCE_TEST_DIR", fileparts (which ("gpusum.m")));
  setenv ("GPUREDUCE_TEST_FILE", file);
  unwind_protect
    fid = fopen (file, "w");
    fputs (fid, code);
    fclose (fid);
    [~, at_prompt] = system (["timeout 100 '" program "' -qec \"" octave "\" /dev/null < \"$GPUREDUCE_TEST_FILE\""]);
    [~, in_batch] = system (["timeout 100 '" program "' -qec \"" octave " '$GPUREDUCE_TEST_FILE'\" /dev/null < /dev/null"]);
  unwind_protect_cleanup
    delete (file);
  end_unwind_protect
  check (! isempty (regexp (at_prompt, '\rgpumean: \d+ %\x1b\[K.*\r\x1b\[K.*<1>')), ...
         ["a long call shows nothing at a prompt, or leaves it there: " at_prompt(max (1, end-300):end)]);
  check (! isempty (strfind (in_batch, "<1>")) && isempty (strfind (in_batch, "gpumean:")), ...
         ["a long call shows its progress in batch: " in_batch(max (1, end-300):end)]);

endfunction

## By default a small array is the host's; a backend that is named has all of them.
function environment ()

  here = {"cuda", "cpu"}{1 + (gpuDeviceCount () == 0)};
  wanted = {"", "cpu", here; "auto", "cpu", here; "cpu", "cpu", "cpu"; here, here, here};
  code = ["addpath (getenv ('GPUREDUCE_TEST_DIR')); gpusum (1:9); disp (gpulast ().backend); " ...
          "gpusum (ones (1, 2^18)); disp (gpulast ().backend);"];
  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  before = getenv ("GPUREDUCE_BACKEND");
  setenv ("GPUREDUCE_TEST_DIR", fileparts (which ("gpusum.m")));
  for w = wanted.'
    setenv ("GPUREDUCE_BACKEND", w{1});
    [status, shown] = system (["'" octave "' --no-history -q --norc --eval \"" code "\" 2>/dev/null"]);
    check (status == 0 && strcmp (shown, sprintf ("%s\n", w{2:3})), ...
           sprintf ("GPUREDUCE_BACKEND=%s runs a small and a large array on: %s", w{1}, shown));
  endfor
  setenv ("GPUREDUCE_BACKEND", before);

endfunction

## Where the host does the work by default, the first call says why, with the words of gpuDevice ("cuda"); nothing is said
## where a device answers, or of a backend that was chosen.
function announcement ()

  code = ["addpath (getenv ('GPUREDUCE_TEST_DIR')); gpusum (1:9); gpusum (1:9); " ...
          "try, gpuDevice ('cuda'); catch e, disp (e.message(strfind (e.message, ':')(1)+2:end)); end"];
  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  before = getenv ("GPUREDUCE_BACKEND");
  setenv ("GPUREDUCE_TEST_DIR", fileparts (which ("gpusum.m")));
  reason = "no CUDA device answers";
  unwind_protect
    for chosen = {"", "cpu"}
      setenv ("GPUREDUCE_BACKEND", chosen{1});
      [~, shown] = system (["'" octave "' --no-history -q --norc --eval \"" code "\" 2>&1"]);
      lines = strsplit (strtrim (shown), "\n");
      if (gpuDeviceCount () > 0)
        check (isempty (strtrim (shown)), ["a device answers, and it is said: " shown]);
      else
        check (strncmp (lines{end}, reason, numel (reason)), ["gpuDevice ('cuda') says: " lines{end}]);
        said = {["gpureduce: " lines{end}]}(isempty (chosen{1}));
        check (isequal (lines, [said, lines(end)]), ["the first calls say: " shown]);
      endif
    endfor
  unwind_protect_cleanup
    setenv ("GPUREDUCE_BACKEND", before);
  end_unwind_protect

endfunction

function check (ok, text)

  tally (ok, "%s", text);

endfunction

function ok = is_refused (x)

  ok = false;
  try
    gpusum (x);
  catch err
    ok = strcmp (err.identifier, "gpureduce:unsupported") && ! isempty (strfind (err.message, "child process after fork"));
  end_try_catch

endfunction

function ok = works_on_host (x, want)

  gpuDevice ("cpu");
  seconds = __gpureduce__ ("limit", "copy", 1e7, 1);
  ok = gpusum (x) == want && gpusum (x, "shuffle") == want && gpucumsum (x)(end) == want && gpuany (x) && seconds > 0;

endfunction

## Does F () give true in a child process, within a minute?
function ok = in_child (f)

  ok = false;
  pid = fork ();
  if (pid == 0)
    answers = {"false", "true"};
    history_save (false); # which exec would do, and fail where it cannot
    try
      exec (answers{1 + f()}, {}); # no clean-up of what belongs to the parent
    end_try_catch
    exec ("false", {});
  endif
  for k = 1:600
    [done, status] = waitpid (pid, WNOHANG ());
    if (done == pid)
      ok = WIFEXITED (status) && WEXITSTATUS (status) == 0;
      return;
    endif
    pause (0.1);
  endfor
  kill (pid, SIG ().KILL);
  waitpid (pid);

endfunction
