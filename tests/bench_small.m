## SPDX-License-Identifier: GPL-3.0-or-later

## bench_small (CALLS): time loops of CALLS small calls (default, or NaN: 20000) on a gpuArray of 1024 singles, whose
## results stay on the device, and of calls by name on small arrays of the host.
##
## Prints CSV: the call; the microseconds of one, the median of five loops, less those of an empty loop; what the same
## takes of the builtin for arrays on the host, where there is one.  The first rows say what Octave itself takes: a
## builtin that asks for the size, and a method that does nothing but its call.

function bench_small (calls = NaN)

  if (isnan (calls))
    calls = 20000;
  endif
  host = single (mod (7 * (1:1024), 11));
  s = gpuArray (host);
  x = mod (7 * (1:100), 11);
  large = mod (7 * (1:1e6), 11);
  rows = {
    "numel (s)", @(n) ask_size (s, n), @(n) ask_size (host, n)
    "isobject (s), a method that does nothing", @(n) ask_kind (s, n), []
    "sum (s, 2)", @(n) sums (s, n), @(n) sums (host, n)
    "gather (sum (s, 2))", @(n) gathered_sums (s, n), []
    "max (s)", @(n) maxima (s, n), @(n) maxima (host, n)
    "mean (s, 2)", @(n) means (s, n), @(n) means (host, n)
    "std (s, 0, 2)", @(n) deviations (s, n), @(n) deviations (host, n)
    "cumsum (s, 2)", @(n) scans (s, n), @(n) scans (host, n)
    "exp (s)", @(n) exponentials (s, n), @(n) exponentials (host, n)
    "s + 1", @(n) additions (s, n), @(n) additions (host, n)
    "s(5)", @(n) elements (s, n), @(n) elements (host, n)
    "s(2:end)", @(n) ranges (s, n), @(n) ranges (host, n)
    "s(3:10) = 1", @(n) assignments (s, n), @(n) assignments (host, n)
    "c.x(3:10) = 1", @(n) fields (s, n), @(n) fields (host, n)};
  printf ("# %s, backend \"%s\", %d calls\n", gpuDevice ().Name, __gpureduce__ ("backend"), calls);
  printf ("call,us,builtin_us\n");
  empty = loop_time (@(n) nothing (n), calls);
  for r = rows.'
    printf ('"%s",%.2f', r{1}, 1e6 * (loop_time (r{2}, calls) - empty));
    if (isempty (r{3}))
      printf (",\n");
    else
      printf (",%.2f\n", 1e6 * (loop_time (r{3}, calls) - empty));
    endif
  endfor
  named = {"gpusum (1)", @() gpusum (1), @() sum (1), 1
           "gpusum (host)", @() gpusum (host), @() sum (host), 1
           "gpurange (x)", @() gpurange (x), @() range (x), 1
           "gpubounds (x)", @() gpubounds (x), @() bounds (x), 1
           "gpudot (x, x)", @() gpudot (x, x), @() dot (x, x), 1
           "gpunorm (x)", @() gpunorm (x), @() norm (x), 1
           "gpunnz (x)", @() gpunnz (x), @() nnz (x), 1
           "gpudiff (x)", @() gpudiff (x), @() diff (x), 1
           "gpudot (large, large)", @() gpudot (large, large), @() dot (large, large), 100
           "gpudiff (large)", @() gpudiff (large), @() diff (large), 100};
  for r = named.'
    n = ceil (calls / 10 / r{4});
    printf ('"%s",%.2f,%.2f', r{1}, 1e6 * loop_time (@(n) repeat (r{2}, n), n), 1e6 * loop_time (@(n) repeat (r{3}, n), n));
    printf ("\n");
  endfor

endfunction

## The seconds of a call: the median of five loops.
function seconds = loop_time (loop, calls)

  loop (min (calls, 100));
  times = zeros (1, 5);
  for k = 1:5
    wait (gpuDevice ());
    id = tic ();
    loop (calls);
    wait (gpuDevice ());
    times(k) = toc (id);
  endfor
  seconds = median (times) / calls;

endfunction

function nothing (n)
  for k = 1:n
  endfor
endfunction

function repeat (f, n)
  for k = 1:n
    f ();
  endfor
endfunction

function ask_size (s, n)
  for k = 1:n
    numel (s);
  endfor
endfunction

function ask_kind (s, n)
  for k = 1:n
    isobject (s);
  endfor
endfunction

function sums (s, n)
  for k = 1:n
    r = sum (s, 2);
  endfor
endfunction

function gathered_sums (s, n)
  for k = 1:n
    r = gather (sum (s, 2));
  endfor
endfunction

function maxima (s, n)
  for k = 1:n
    r = max (s);
  endfor
endfunction

function means (s, n)
  for k = 1:n
    r = mean (s, 2);
  endfor
endfunction

function deviations (s, n)
  for k = 1:n
    r = std (s, 0, 2);
  endfor
endfunction

function scans (s, n)
  for k = 1:n
    r = cumsum (s, 2);
  endfor
endfunction

function exponentials (s, n)
  for k = 1:n
    r = exp (s);
  endfor
endfunction

function additions (s, n)
  for k = 1:n
    r = s + 1;
  endfor
endfunction

function elements (s, n)
  for k = 1:n
    r = s(5);
  endfor
endfunction

function ranges (s, n)
  for k = 1:n
    r = s(2:end);
  endfor
endfunction

function assignments (s, n)
  for k = 1:n
    s(3:10) = 1;
  endfor
endfunction

function fields (s, n)
  c.x = s;
  for k = 1:n
    c.x(3:10) = 1;
  endfor
endfunction
