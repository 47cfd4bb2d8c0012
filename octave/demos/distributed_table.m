## SPDX-License-Identifier: GPL-3.0-or-later

## distributed_table (FILE, RECORDS): statistics of a table of which each process holds a part.
##
## `make demo-mpi` runs it with 1, 2 and 4 processes.  FILE is raw binary: RECORDS records of 8 doubles, one behind the
## other.  Each process writes its records, reads them by their offset, and never has those of others; the whole table may
## be larger than the memory of any one of them.  It prints, in the first process, minima with the numbers of their
## records, maxima, means and standard deviations of the 8 columns, where their cumulative sums pass a half of the total,
## and quantiles.

function distributed_table (file, records)

  COLUMNS = 8;
  n = spmdSize ();
  me = spmdIndex ();
  ends = floor (records * (0:n) / n); # parts need not be equal
  first = ends(me);
  count = ends(me + 1) - first;
  fprintf (stderr (), "process %d of %d: records %d to %d, %.1f of %.1f MiB\n", me, n, first + 1, first + count, ...
           [count, records] * COLUMNS * 8 / 2 ^ 20);

  write_records (file, make_records (COLUMNS, first, count));
  part = read_records (file, first, COLUMNS, count);
  if (canUseGPU ())
    part = gpuArray (part); # on the GPU of this process
  endif
  D = codistributed (part, 2);

  say = @(varargin) printf (varargin{:});
  if (me != 1)
    say = @(varargin) [];
  endif
  say ("a table of %d columns and %d records, one value in 1000 missing\n", size (D));

  valid = gather (gpusum (! isnan (D), 2));
  [low, at] = gpumin (D, [], 2);
  high = gather (gpumax (D, [], 2));
  mean_of = gather (gpumean (D, 2, "omitnan"));
  std_of = gather (gpustd (D, 0, 2, "omitnan"));
  say ("%8s %9s %9s %9s %12s %12s\n", "values", "minimum", "in record", "maximum", "mean", "deviation");
  say ("%8d %9.6g %9d %9.6g %12.8g %12.8g\n", [valid, gather(low), gather(at), high, mean_of, std_of].');

  ## which record takes the cumulative sum past a half of the total
  C = gpucumsum (D, 2, "omitnan");
  total = gather (gpusum (D, 2, "omitnan"));
  half = 1 + gather (gpusum (C < total / 2, 2));
  say ("half of the total by record\n%s\n", sprintf (" %d", half));

  for q = [0.5, 0.99]
    say ("quantile %g\n%s\n", q, sprintf (" %.8g", quantile_of (D, q * valid, gather (low), high)));
  endfor

endfunction

## Bisection: half of the interval goes where enough elements are below its middle.  Each step is one reduction, whatever
## the number of records, and no one sorts.
function x = quantile_of (D, wanted, low, high)

  for step = 1:60
    x = (low + high) / 2;
    below = gather (gpusum (D < x, 2));
    low(below < wanted) = x(below < wanted);
    high(below >= wanted) = x(below >= wanted);
  endfor

endfunction

## Numbers of the records' own, the same for any number of processes.
function x = make_records (columns, first, count)

  k = first + (1:count);
  c = (1:columns).';
  x = mod (k .* (7919 + 1013 * c) + 31 * c, 2 ^ 20) / 1024;
  x(mod (k + 97 * c, 1000) == 0) = NaN;

endfunction

## One process after the other, since Octave does not seek beyond the end of a file.
function write_records (file, x)

  modes = {"w", "a"};
  for p = 1:spmdSize ()
    if (p == spmdIndex ())
      id = open_file (file, modes{1 + (p > 1)});
      fwrite (id, x, "double");
      fclose (id);
    endif
    spmdBarrier ();
  endfor

endfunction

function x = read_records (file, first, columns, count)

  id = open_file (file, "r");
  fseek (id, first * columns * 8, SEEK_SET ());
  x = fread (id, [columns, count], "double");
  fclose (id);

endfunction

function id = open_file (file, mode)

  id = fopen (file, mode);
  if (id < 0)
    error ("%s cannot be opened", file);
  endif

endfunction
