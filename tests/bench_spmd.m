## SPDX-License-Identifier: GPL-3.0-or-later

## bench_spmd (MIB): seconds of calls of an array of which each process has MIB MiB of singles on its device, beside one
## process with as much as all have together, while the others wait; and of calls that move elements between processes,
## of 512 MiB each at most.  GPUREDUCE_BENCH_MIB is MIB's default, else 64.

function bench_spmd (mib = str2double (getenv ("GPUREDUCE_BENCH_MIB")))

  if (isnan (mib))
    mib = 64;
  endif
  n = spmdSize ();
  each = mib * 2 ^ 18;
  report ("%-28s %12s %12s %8s\n", sprintf ("%d processes, %d MiB each", n, mib), "together", "one", "ratio");
  for f = {@gpusum, @gpumax, @gpucumsum}
    D = codistributed (gpuArray.rand (1, each, "single"), 2);
    together = seconds (@() f{1} (D), true);
    clear D
    alone = NaN;
    if (spmdIndex () == 1)
      whole = gpuArray.rand (1, n * each, "single");
      alone = seconds (@() f{1} (whole), false);
      clear whole
    endif
    spmdBarrier ();
    report ("%-28s %12.6f %12.6f %8.2f\n", func2str (f{1}), together, alone, alone / together);
  endfor

  MOST_MOVED = 512; # MiB of a process, so that a median of these calls does not take minutes
  each = min (mib, MOST_MOVED) * 2 ^ 18;
  report ("%-28s\n", sprintf ("%d MiB each", each / 2 ^ 18));
  ROWS = 64; # of n times as many for each process
  width = floor (each / (ROWS * n));
  D = codistributed (gpuArray.rand (ROWS * n, width, "single"), 2);
  E = codistributed (gpuArray.rand (ROWS, n * width, "single"), 1);
  report ("%-28s %12.6f s\n", "sum of other dimensions", seconds (@() D + E, true));
  report ("%-28s %12.6f s\n", "gather to all", seconds (@() gather (D), true));
  [~, carrier] = spmdSize ();
  report ("%-28s %12s\n", "carried by", carrier);
  clear D E
  COLUMNS = 4; # whose states are a fourth of the array or more
  D = codistributed (gpuArray.rand (each / COLUMNS, COLUMNS, "single"), 2);
  report ("%-28s %12.6f s\n", "sums with large states", seconds (@() gpusum (D, 2), true));
  report ("%-28s %12.6f s\n", "cumsum with large states", seconds (@() gpucumsum (D, 2), true));
  clear D

  part = gpuArray.rand (1, 1000);
  D = codistributed (part, 2);
  together = seconds (@() gpusum (D, "all"), true);
  alone = seconds (@() gpusum (part, "all"), false);
  report ("%-28s %12.1f %12.1f us\n", "1000 doubles each, \"all\"", 1e6 * [together, alone]);

endfunction

## The median of some calls after a first one, until their results are there.
function s = seconds (f, together)

  times = zeros (1, 21);
  for k = 1:numel (times)
    if (together)
      spmdBarrier ();
    endif
    start = tic ();
    r = f ();
    __gpureduce__ ("wait");
    times(k) = toc (start);
    clear r
  endfor
  s = median (times(2:end));

endfunction

function report (varargin)

  if (spmdIndex () == 1)
    printf (varargin{:});
  endif

endfunction
