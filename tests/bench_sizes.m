## SPDX-License-Identifier: GPL-3.0-or-later

## bench_sizes (WORD, ...): time the functions over the size of an array on the host, from 8 bytes
## on: Octave's builtin, ours on the host and on the device, ours by default, ours of a gpuArray, and
## the link.
##
## A WORD is a class (default: double), a range of bytes as 2^3:2^26 (the default), or a list of
## functions, as sum,cumsum (default: all).  Arrays that the memory has no room for are left out.  Prints
## CSV: microseconds of a call as users write it, medians.  small is the size up to which the array
## stays on the host by default; of the columns
##
##   builtin    sum (x)
##   host       gpusum (x, "backend", "cpu")
##   device     gpusum (x, "backend", "cuda")
##   default    gpusum (x), after gpuDevice ("auto")
##   gpuarray   gpusum (gpuArray (x)) until it ends, without the copies
##   upload     gpuArray (x)
##   download   gather of the result
##
## those from device on are empty where no device answers.  Results are compared with the builtin's first.
## plots/host.gp draws what is printed.

function bench_sizes (varargin)

  cls = "double";
  powers = [3, 26];
  names = {tested_functions().name};
  for word = varargin
    w = word{1};
    range = regexp (w, '^2\^(\d{1,2}):2\^(\d{1,2})$', "tokens", "once");
    if (! isempty (range))
      powers = str2double (range);
    elseif (any (strcmp (w, {__gpureduce__("types").class})))
      cls = w;
    elseif (all (ismember (strsplit (w, ","), names)))
      names = strsplit (w, ",");
    else
      error ("gpureduce:badArgument", "bench_sizes: '%s' is no class, no range as 2^3:2^26, no list as sum,cumsum", w);
    endif
  endfor

  host = gpuDevice ("cpu");
  device = gpuDevice ("auto");
  has_device = device.Index > 0;
  printf ("# %s, on a host with %d cores, %s, Octave %s, %s, medians\n", device.Name, host.MultiprocessorCount, ...
          host.Name, version (), strftime ("%Y-%m-%d", localtime (time ())));
  printf (["op,type,bytes,small,builtin_us,host_us,device_us,default_us,gpuarray_us,upload_us,download_us\n"]);
  for name = names
    for bytes = 2 .^ (powers(1):powers(2))
      n = floor (bytes / sizeof (cast (0, cls)));
      ## the array and three results on the host, the array and its result on the device
      if (n > 0 && 4 * bytes < host.AvailableMemory && (! has_device || 3 * bytes < device.AvailableMemory))
        row (name{1}, cls, n, has_device);
      endif
    endfor
  endfor

endfunction

function row (name, cls, n, has_device)

  most_compared = 2 ^ 26; # larger ones take long, and their kernels are the same
  info = __gpureduce__ ("operators");
  info = info(strcmp ({info.name}, name));
  x = zeros (n, 1, cls);
  if (! strcmp (name, "any")) # whose loops would end at the first one
    x(:) = 1;
    x(1:7:end) = 2;
  endif
  ours = ["gpu" name];
  calls = {name, {x}; ours, {x, "backend", "cpu"}};
  if (has_device)
    calls(end+1:end+2,:) = {ours, {x, "backend", "cuda"}; ours, {x}};
  endif
  numbers = sprintf ("%s,%s,%d,%d", name, cls, sizeof (x), info.small);
  if (sizeof (x) <= most_compared && ! all_near (calls, info.family))
    printf ("%s%s\n", numbers, repmat (",", 1, 7));
    return;
  endif
  us = 1e6 * time_calls (1, calls);
  if (has_device)
    d = gpuArray (x);
    r = feval (ours, d);
    us = [us, 1e6 * [gputimeit(@() feval (ours, d), 1), time_calls(1, {"gpuArray", {x}; "gather", {r}})]];
  endif
  printf ("%s,%s%s\n", numbers, strjoin (arrayfun (@(t) sprintf ("%.2f", t), us, "uniformoutput", false), ","), ...
          repmat (",", 1, 7 - numel (us)));
  fflush (stdout);

endfunction

## Do all calls give the builtin's result, the first one's?  Sums of whole numbers are exact in double.
function tf = all_near (calls, family)

  results = cellfun (@(f, args) double (feval (f, args{:})), calls(:,1), calls(:,2), "uniformoutput", false);
  bound = 0;
  if (any (strcmp (family, {"mean", "var"})) || isa (calls{1,2}{1}, "single"))
    bound = 1e-3;
  endif
  want = results{1};
  near = @(got) all ((got == want | abs (got - want) <= bound * abs (want))(:));
  tf = all (cellfun (near, results));

endfunction
