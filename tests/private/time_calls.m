## SPDX-License-Identifier: GPL-3.0-or-later

## SECONDS = time_calls (NOUT, CALLS): medians of the seconds of each of CALLS, a cell with a row
## NAME, ARGUMENTS for each, called with NOUT outputs.
##
## Each is called in turn, so that they share what else the machine does: three times or more if that
## takes seconds altogether, once if it takes longer, of enough calls each that the clock can tell.

function seconds = time_calls (nout, calls)

  n = rows (calls);
  counts = ones (1, n);
  for k = 1:n
    while (time_loop (calls{k,:}, counts(k), nout) < 1e-3)
      counts(k) *= 2;
    endwhile
  endfor
  times = zeros (0, n);
  total = 0;
  while (rows (times) < 1 || (total < 4 && (rows (times) < 3 || (total < 0.1 && rows (times) < 25))))
    times(end + 1, :) = arrayfun (@(k) time_loop (calls{k,:}, counts(k), nout), 1:n);
    total += sum (times(end,:));
  endwhile
  seconds = median (times, 1) ./ counts;

endfunction

function seconds = time_loop (f, args, count, nout)

  out = cell (1, nout);
  t = tic ();
  for k = 1:count
    [out{:}] = feval (f, args{:});
  endfor
  seconds = toc (t);

endfunction
