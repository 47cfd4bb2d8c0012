## SPDX-License-Identifier: GPL-3.0-or-later

## bench_host (WORD, ...): time the functions on the host backend against Octave's
## builtins, as users call them.
##
## A WORD is a class (default: single double int32), a shape and the dimension to
## run along, as 256x256x256:2 (default: thirteen of them, of 2^24 elements and
## less), or a list of functions, as sum,max+idx,cumsum (default: all).  Prints CSV:
## us and builtin_us are the medians of five calls, GB/s counts the input read
## once and the first result written once, ratio is builtin_us / us.  Results are
## compared first; a row whose results differ has no numbers.

function bench_host (varargin)

  classes = shapes = wanted = {};
  functions = names_of_functions ();
  for word = varargin
    w = word{1};
    if (any (strcmp (w, {__gpureduce__("types").class})))
      classes{end + 1} = w;
    elseif (all (ismember (strsplit (w, ","), functions)))
      wanted = strsplit (w, ",");
    elseif (! isempty (regexp (w, '^\d+(x\d+)*:\d+$')))
      shapes{end + 1} = w;
    else
      error ("bench_host: '%s' is no class, no shape as 256x256x256:2 and no list of functions as sum,max+idx", w);
    endif
  endfor
  if (isempty (classes))
    classes = {"single", "double", "int32"};
  endif
  if (isempty (wanted))
    wanted = functions;
  endif
  if (isempty (shapes))
    shapes = {"16777216:1", "4096x4096:1", "4096x4096:2", "32x524288:1", "524288x32:2", "524288x32:1", ...
              "32x524288:2", "256x256x256:2", "100003x167:1", "100003x167:2", "1024:1", "65536:1", "1048576:1"};
  endif

  gpuDevice ("cpu");
  printf ("# %s, host backend and the builtins of Octave %s, %s, median of 5 calls\n", gpuDevice ().Name, version (), ...
          strftime ("%Y-%m-%d", localtime (time ())));
  printf ("op,type,dims,dim,us,GBps,builtin_us,ratio\n");
  rows = met = 0;
  worst = {Inf, ""};
  for f = wanted
    for s = shapes
      for c = classes
        ratio = row (f{1}, s{1}, c{1});
        rows++;
        met += ratio >= 1;
        if (! (ratio >= worst{1}))
          worst = {ratio, sprintf("%s %s %s", f{1}, c{1}, s{1})};
        endif
      endfor
    endfor
  endfor
  printf ("# target: at least as fast as the builtin: %d of %d rows, worst: %s %.3f\n", met, rows, worst{2}, worst{1});

endfunction

## The table's, and those with an index once more.
function names = names_of_functions ()

  names = {};
  for o = __gpureduce__ ("operators")
    names{end + 1} = o.name;
    if (any (strcmp (o.options, "index")))
      names{end + 1} = [o.name "+idx"];
    endif
  endfor

endfunction

function ratio = row (f, shape, class_name)

  [name, suffix] = strtok (f, "+");
  nout = 1 + ! isempty (suffix);
  [dims, dim] = strsplit (shape, ":"){:};
  dim = str2double (dim);
  sz = [str2double(strsplit (dims, "x")), 1];
  ## small integers, and few factors that are not 1, are exact in any order
  x = cast (randi (8, sz), class_name);
  if (any (strcmp (name, {"prod", "cumprod"})))
    x = cast (1 + (rand (sz) < 1e-6), class_name);
  endif
  args = {x, dim};
  if (any (strcmp (name, {"max", "min"})))
    args = {x, [], dim};
  elseif (any (strcmp (name, {"var", "std"})))
    args = {x, 0, dim};
  endif
  [builtin_seconds, want] = time_call (name, nout, args);
  [seconds, got] = time_call (["gpu" name], nout, args);
  ratio = NaN;
  numbers = ",,,";
  if (same (got, want, name))
    ratio = builtin_seconds / seconds;
    gbps = (sizeof (x) + sizeof (got{1})) / seconds / 1e9;
    numbers = sprintf ("%.2f,%.2f,%.2f,%.3f", seconds * 1e6, gbps, builtin_seconds * 1e6, ratio);
  endif
  printf ("%s,%s,%s,%d,%s\n", f, class_name, dims, dim, numbers);

endfunction

## Median of five after one that warms up.
function [seconds, out] = time_call (name, nout, args)

  out = cell (1, nout);
  times = zeros (1, 5);
  [out{:}] = feval (name, args{:});
  for k = 1:5
    t = tic ();
    [out{:}] = feval (name, args{:});
    times(k) = toc (t);
  endfor
  seconds = median (times);

endfunction

## Means and variances are rounded, and those of single in more than one way.
function tf = same (got, want, name)

  if (any (strcmp (name, {"mean", "var", "std"})))
    d = abs (double (got{1}) - double (want{1}));
    tf = all (d(:) <= 1e-4 * abs (double (want{1}(:))));
  else
    tf = isequal (got, want);
  endif

endfunction
