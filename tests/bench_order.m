## SPDX-License-Identifier: GPL-3.0-or-later

## bench_order (ELEMENTS): time what puts elements in order, or finds them by their order, on gpuArrays of about that
## number of elements (default, or NaN: 2^28 on a device, 2^22 on the host).
##
## Prints CSV: what is called, of what; the milliseconds of a call from the prompt, by gputimeit; and, without a device,
## those of Octave's own function for the same array on the host, the best of two calls.  Arrays are random, but for
## those that say otherwise.

function bench_order (elements = NaN)

  on_device = ! strcmp (__gpureduce__ ("backend"), "cpu");
  if (isnan (elements))
    elements = merge (on_device, 2 ^ 28, 2 ^ 22);
  endif
  n = 2 ^ round (log2 (elements));
  m = 2 ^ floor (log2 (n) / 2);
  x = gpuArray.randn (n, 1, "single");
  k = gpuArray.randi (intmax () - 1, n, 1, "int32");
  few = gpuArray.randi (1000, n, 1, "int32");
  same = gpuArray.ones (n, 1, "single");
  same(1:3:end) = x(1:3:end);
  small = x(1:1000);
  calls = {
    "[s, i] = sort (x)", "single", x, @sort, 2
    "sort (x)", "single", x, @sort, 1
    "sort (x)", "int32", k, @sort, 1
    "[s, i] = sort (x)", "single, columns", reshape(x, [], m), @sort, 2
    "[s, i] = sort (x, 2)", "single, rows", reshape(x, [], m), @(x) sort (x, 2), 2
    "sort (x)", "single, 1000 elements", small, @sort, 1
    "median (x)", "single", x, @median, 1
    "median (x)", "single, columns", reshape(x, [], m), @median, 1
    "median (x, 2)", "single, rows", reshape(x, [], m), @(x) median (x, 2), 1
    "median (x)", "single, two of three the same", same, @median, 1
    "median (x)", "single, 1000 elements", small, @median, 1
    "median (x)", "int32", k, @median, 1
    "median (x)", "double", double(x(1:n/2)), @median, 1
    "quantile (x, p)", "single, columns, 5 numbers", reshape(x, [], m), @(x) quantile (x, [0.1, 0.25, 0.5, 0.75, 0.9]), 1
    "mode (x)", "int32, 1000 values", few, @mode, 1
    "unique (x)", "int32, 1000 values", few, @unique, 1
    "[y, i, j] = unique (x)", "int32", k(1:n/8), @unique, 3
    "ismember (x, s)", "int32, 1000 values in 1000", few, @(x) ismember (x, int32 (1:2:1999)), 1
    "lookup (t, x)", "single, table of 1000", x, @(x) lookup (single (linspace (-3, 3, 1000)), x), 1
    "interp1 (t, f, x)", "single, table of 1000", x, @(x) interp1 (single (linspace (-8, 8, 1000)), single (1:1000), x), 1};
  printf ("# %s, backend \"%s\"\n", gpuDevice ().Name, __gpureduce__ ("backend"));
  printf ("call,of,elements,ms%s\n", {",builtin_ms", ""}{1 + on_device});
  for c = calls.'
    [text, of, a, f, results] = c{:};
    printf ('"%s","%s",%d,%.3f', text, of, numel (a), 1e3 * gputimeit (@() f (a), results));
    if (! on_device)
      printf (",%.3f", 1e3 * best_of_two (f, gather (a), results));
    endif
    printf ("\n");
  endfor

endfunction

function seconds = best_of_two (f, a, results)

  r = cell (1, results);
  seconds = Inf;
  for repeat = 1:2
    start = tic ();
    [r{:}] = f (a);
    seconds = min (seconds, toc (start));
  endfor

endfunction
