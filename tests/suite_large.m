## SPDX-License-Identifier: GPL-3.0-or-later

## suite_large (): more than 2^31 elements, where positions and counts do not fit
## into 32 bits.  Runs on the cuda backend of a device with 40 GB free.

function suite_large ()

  n = 2^31 + 7;
  if (! strcmp (__gpureduce__ ("backend"), "cuda") || gpuDevice ().AvailableMemory < 40e9)
    puts ("large: not run; it needs the cuda backend and 40 GB of device memory\n");
    return;
  endif
  before = __gpureduce__ ("live");
  places = [1, 2, 12345, 12346, 2^24 + 1, 2^31, n - 4, n - 3, n - 2, n];
  for class_name = {"int8", "single"}
    x = ones (n, 1, class_name{1});
    x(12345) = -3;
    x(n - 3) = 5;
    steps = @(k) k - 4 * (k >= 12345) + 4 * (k >= n - 3);
    total = steps (n);
    if (strcmp (class_name{1}, "single"))
      total = single (total);
      steps = @(k) single (steps (k));
    endif
    s = gpusum (x);
    tally (isequal (s, total) && strcmp (class (s), class (total)), "gpusum of %s: %.17g", class_name{1}, s);
    [m, i] = gpumax (x);
    tally (m == 5 && i == n - 3, "gpumax of %s: %g at %.17g", class_name{1}, m, i);
    [m, i] = gpumin (x);
    tally (m == -3 && i == 12345, "gpumin of %s: %g at %.17g", class_name{1}, m, i);
    c = gpucumsum (x);
    tally (isequal (c(places).', steps (places)), "gpucumsum of %s: %s", class_name{1}, mat2str (c(places)));
    clear c x
  endfor
  tally (__gpureduce__ ("live") == before, "live allocations left: %d", __gpureduce__ ("live") - before);

endfunction
