## SPDX-License-Identifier: GPL-3.0-or-later

## fuzz_programs_one (SEED): make and run the random program of that seed, up to 30 steps on the variables v1 to v5, and
## count whether gpuArrays do what host arrays do.  Of a failing one the steps that it needs are printed, as one would
## type them.
## fuzz_programs_one (SEED, true): print each step before it is run, of a program that ends the process.

function fuzz_programs_one (seed, shows = false)

  rand ("twister", seed);
  randn ("twister", seed);
  warning ("off", "all", "local");
  live = __gpureduce__ ("live");
  steps = {};
  text = "";
  play_step ("reset");
  while (numel (steps) < 30 && isempty (text))
    steps{end + 1} = random_step (play_step ("variables"));
    if (shows)
      printf ("%s\n", step_text (steps{end}));
      fflush (stdout);
    endif
    text = play_step (steps{end});
  endwhile
  if (isempty (text))
    play_step ("reset");
    left = __gpureduce__ ("live") - live;
    tally (left == 0, "fuzz_programs_one (%d): %d buffers were left", seed, left);
    return;
  endif
  [steps, text] = shortest (steps, text);
  play_step ("reset");
  lines = cellfun (@(step) ["    " step_text(step) "\n"], steps, "UniformOutput", false);
  text(! isprint (text)) = "?";
  tally (false, "fuzz_programs_one (%d): %s, after\n%s", seed, text, [lines{:}]);

endfunction

## The program without the steps that it fails without.
function [steps, text] = shortest (steps, text)

  do
    count = numel (steps);
    for k = count - 1:-1:1
      rest = steps([1:k-1, k+1:end]);
      [failing, said] = played (rest);
      if (failing)
        steps = rest(1:failing);
        text = said;
      endif
    endfor
  until (numel (steps) == count)

endfunction

## The number of the first step that fails, or 0.
function [failing, text] = played (steps)

  play_step ("reset");
  text = "";
  for failing = 1:numel (steps)
    text = play_step (steps{failing});
    if (! isempty (text))
      return;
    endif
  endfor
  failing = 0;

endfunction
