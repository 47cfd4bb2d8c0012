## SPDX-License-Identifier: GPL-3.0-or-later

## An algorithm by name that imitates a GPU for more than two seconds says so, once in a session; shorter calls, and calls
## that imitate nothing, say nothing.

function suite_imitation ()

  said = @(name) sprintf ("gpureduce: \"%s\" imitates a GPU on this host", name);
  shown = run ("x = rand (1, 5e6); gpusum (x, 'backend', 'cpu'); gpusum (x, 'serial', 'backend', 'cpu'); gpusum (1:9, 'shuffle', 'backend', 'cpu');");
  tally (isempty (strfind (shown, "imitates")), "short calls say: %s", shown);
  shown = run (["x = rand (1, 5e6); for k = 1:2, tic (); gpucumsum (x, 'kogge', 'backend', 'cpu'); " ...
                "disp (toc ()); end"]);
  seconds = str2double (regexp (shown, '^([0-9.]+)$', "tokens", "once", "lineanchors"){1});
  tally (numel (strfind (shown, said ("kogge"))) == 1 || seconds < 2.5, "two calls of %g s say: %s", seconds, shown);
  shown = run (["gpuDevice ('cpu'); d = gpuArray (rand (1, 2 ^ 16)); tic (); gpusort (d, 'radix'); " ...
                "disp (toc ()); gpusum (rand (1e4));"]);
  seconds = str2double (regexp (shown, '^([0-9.]+)$', "tokens", "once", "lineanchors"){1});
  tally (numel (strfind (shown, said ("radix"))) == 1 || seconds < 2.5, "a sort of %g s says: %s", seconds, shown);

endfunction

## What Octave shows of that code, errors too.
function shown = run (code)

  octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
  folder = fileparts (which ("gpulast"));
  setenv ("GPUREDUCE_TEST_FOLDER", folder);
  [~, shown] = system (["'" octave "' --no-history -q --norc --eval \"addpath (getenv ('GPUREDUCE_TEST_FOLDER')); " code "\" 2>&1"]);

endfunction
