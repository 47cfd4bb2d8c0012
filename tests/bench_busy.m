## SPDX-License-Identifier: GPL-3.0-or-later

## bench_busy (): time calls on the host backend on a quiet machine, and again beside busy loops, one for each core.
##
## Prints CSV, a row for each kind of call: the median of its microseconds on the quiet machine, the median and the 95th
## of 100 beside the loops, and these two as multiples of the quiet median.  The last row has the two multiples over the
## calls of all kinds.

function bench_busy ()

  REPEATS = 50;
  gpuDevice ("cpu");
  calls = all_calls ();
  quiet = time_all (calls, REPEATS);
  loops = arrayfun (@(k) start_loop (), 1:nproc ());
  unwind_protect
    pause (0.5);
    busy = time_all (calls, REPEATS);
  unwind_protect_cleanup
    arrayfun (@(pid) end_loop (pid), loops);
  end_unwind_protect

  printf ("# %s, %d busy loops, %d calls of each kind, times in us\n", gpuDevice ().Name, numel (loops), REPEATS);
  printf ("call,quiet,busy,busy_95,ratio,ratio_95\n");
  ratios = busy ./ median (quiet);
  for k = 1:rows (calls)
    printf ("%s,%.1f,%.1f,%.1f,%.2f,%.2f\n", calls{k,1}, 1e6 * median (quiet(:,k)), 1e6 * median (busy(:,k)), ...
            1e6 * highest (busy(:,k)), median (ratios(:,k)), highest (ratios(:,k)));
  endfor
  printf ("all,,,,%.2f,%.2f\n", median (ratios(:)), highest (ratios(:)));

endfunction

## What 95 of 100 are at most.
function x = highest (x)

  x = sort (x)(ceil (0.95 * numel (x)));

endfunction

## Rows NAME, FUNCTION: reductions and scans of host arrays, what gpuArrays are asked, and the steps of two demos.
function calls = all_calls ()

  calls = cell (0, 2);
  for power = 14:3:26
    x = rand (2 ^ (power - 3), 1);
    m = reshape (x, 64, []);
    d = gpuArray (x);
    size = sprintf ("%d KiB", 2 ^ (power - 10));
    calls = [calls; {
      ["gpusum " size], @() gpusum (x);
      ["gpusum rows " size], @() gpusum (m, 2);
      ["gpumax " size], @() gpumax (x);
      ["gpucumsum " size], @() gpucumsum (x);
      ["d + 1 " size], @() d + 1;
      ["exp " size], @() exp (d);
      ["d(d > 0.5) " size], @() d(d > 0.5);
      ["rand " size], @() gpuArray.rand (numel (x), 1)}];
  endfor
  for demo = {"boxfilter", demo_boxfilter(2 ^ 16); "kmeans", demo_kmeans(2 ^ 16)}.'
    data = cellfun (@gpuArray, demo{2}.data, "UniformOutput", false);
    calls(end+1,:) = {demo{1}, @() demo{2}.run (data{:})};
  endfor

endfunction

## SECONDS(i,k): of run i of call k.  The calls take turns, so that they share what else the machine does.
function seconds = time_all (calls, repeats)

  seconds = zeros (repeats, rows (calls));
  for i = 0:repeats
    for k = 1:rows (calls)
      t = tic ();
      calls{k,2}();
      seconds(max (i, 1),k) = toc (t); # the second run overwrites the first
    endfor
  endfor

endfunction

## The number of a process that is busy until it is ended.
function pid = start_loop ()

  pid = fork ();
  while (pid == 0)
  endwhile

endfunction

function end_loop (pid)

  kill (pid, SIG ().KILL);
  waitpid (pid);

endfunction
