## SPDX-License-Identifier: GPL-3.0-or-later

## bench_host (WORD, ...): time the functions on the host backend against Octave's
## builtins, as users call them.
##
## A WORD is a class (default: single double int32), a shape and the dimension to
## run along, as 256x256x256:2 (default: thirteen of them, of 2^24 elements and
## less), or a list of functions, as sum,max+idx,cumsum (default: all).  Prints CSV:
## us and builtin_us are medians of three times or more, of enough calls each that
## the clock can tell, GB/s counts the input read once and the first result written
## once, and both ways where memory is copied, ratio is builtin_us / us.  Results are
## compared first, those of single with the builtin's of doubles; a row whose results
## differ has no numbers.

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
      error ("gpureduce:badArgument", ...
             "bench_host: '%s' is no class, no shape as 256x256x256:2, no list as sum,max+idx", w);
    endif
  endfor
  if (isempty (classes))
    classes = {"single", "double", "int32"};
  endif
  if (isempty (wanted))
    wanted = functions;
  endif
  if (isempty (shapes))
    shapes = {"16777216:1", "4096x4096:1", "4096x4096:2", "32x524288:1", "524288x32:2", ...
              "524288x32:1", "32x524288:2", "256x256x256:2", "100003x167:1", "100003x167:2", ...
              "1024:1", "65536:1", "1048576:1"};
  endif

  gpuDevice ("cpu");
  printf ("# %s, host backend and the builtins of Octave %s, %s, medians\n", ...
          gpuDevice ().Name, version (), strftime ("%Y-%m-%d", localtime (time ())));
  printf ("# memory: read at %.1f GB/s, copied at %.1f GB/s\n", [1, 2] * 2^28 ./ limits (2^28) / 1e9);
  printf ("op,type,dims,dim,us,GBps,builtin_us,ratio\n");
  rows = met = 0;
  worst = {Inf, ""};
  for s = shapes
    for c = classes
      ## small integers, and few factors that are not 1, are exact in any order
      sz = [str2double(strsplit (strtok (s{1}, ":"), "x")), 1];
      numbers = cast (randi (8, sz), c{1});
      factors = cast (1 + (rand (sz) < 1e-6), c{1});
      for f = wanted
        x = merge (any (strfind (f{1}, "prod")), factors, numbers);
        ratio = row (f{1}, s{1}, x);
        rows++;
        met += ratio >= 1;
        if (! (ratio >= worst{1}))
          worst = {ratio, sprintf("%s %s %s", f{1}, c{1}, s{1})};
        endif
      endfor
    endfor
  endfor
  printf ("# target: at least as fast as the builtin: %d of %d rows, worst: %s %.3f\n", ...
          met, rows, worst{2}, worst{1});

endfunction

## Least seconds to read and to copy that many bytes.
function seconds = limits (bytes)

  seconds = cellfun (@(way) min (__gpureduce__ ("limit", way, bytes, 5)), {"read", "copy"});

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

function ratio = row (f, shape, x)

  [name, suffix] = strtok (f, "+");
  nout = 1 + ! isempty (suffix);
  [dims, dim] = strsplit (shape, ":"){:};
  dim = str2double (dim);
  all_rows = tested_functions ();
  info = all_rows(strcmp ({all_rows.name}, name));
  args = [{x}, info.middle, {dim}];
  [want, got] = deal (cell (1, nout));
  [got{:}] = feval (["gpu" name], args{:});
  if (isa (x, "single")) # whose sums the builtin rounds at every step
    args{1} = double (x);
  endif
  [want{:}] = feval (name, args{:});
  args{1} = x;
  ratio = NaN;
  numbers = ",,,";
  if (same (got, want, info.family, x))
    [builtin_seconds, seconds] = num2cell (time_calls (nout, {name, args; ["gpu" name], args})){:};
    ratio = builtin_seconds / seconds;
    gbps = (sizeof (x) + sizeof (got{1})) / seconds / 1e9;
    numbers = sprintf ("%.2f,%.2f,%.2f,%.3f", seconds * 1e6, gbps, builtin_seconds * 1e6, ratio);
  endif
  printf ("%s,%s,%s,%d,%s\n", f, class (x), dims, dim, numbers);

endfunction

## Means and variances are rounded, by the bound of sums from left to right.
function tf = same (got, want, family, x)

  if (any (strcmp (family, {"mean", "var"})))
    bound = merge (isa (x, "single"), double (eps ("single")), numel (x) * eps ());
    d = abs (double (got{1}) - want{1});
    tf = all (d(:) <= bound * abs (want{1}(:)));
  elseif (isa (x, "single"))
    tf = isequal (got{1}, single (want{1})) && isequal (got(2:end), want(2:end));
  else
    tf = isequal (got, want);
  endif

endfunction
