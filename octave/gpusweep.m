## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{T} =} gpusweep ()
## @deftypefnx {} {@var{T} =} gpusweep (@var{name}, @var{value}, @dots{})
## Time functions x classes x arrays x algorithms x block sizes.
##
## The names and their defaults are:
##
## @table @code
## @item "functions"
## names of gpu reductions and scans; @code{@{"gpusum", "gpucumsum"@}}
##
## @item "algorithms"
## names or aliases; all that @code{gpualgos} lists.  Each runs in the functions
## of its kind.  On a CUDA device @code{cub} is measured in every sweep.
##
## @item "blocks"
## block sizes; powers of two from 32 to 1024.  0 is the default block size of an
## algorithm.  An algorithm that takes none is measured once.
##
## @item "lengths"
## numbers of elements; each is a vector, measured along dimension 1.  @code{2 ^
## 24}, on the cpu backend @code{2 ^ 16}, and none if there are shapes.
##
## @item "shapes"
## sizes of arrays as @code{size} gives them, one or a cell of several; none
##
## @item "dims"
## dimensions to work along, for each of the shapes; 1
##
## @item "classes"
## classes of the input, complex ones as @qcode{"complex-double"};
## @qcode{"double"}
##
## @item "repeat"
## number of timed runs a point; 11
##
## @item "file"
## data file to write; none.  Rows are written as they are measured.  Points that
## the file has already are taken from it, so the same call goes on where an
## interrupted one was, and other calls add to the file.  It is an error if the
## file comes from another device, backend, driver, CUDA, clock, commit, or number of
## repetitions.
##
## @item "overwrite"
## true to begin the file anew; false
##
## @item "commit"
## what to note as the version of gpureduce; what @code{git} says, or
## @qcode{"unknown"} where it knows nothing
## @end table
##
## Names may be a cellstr or a string of words.
##
## Each point is first checked against Octave's builtin: on integers for which
## the answer is exact, or for @code{gpuvar} and @code{gpustd} nearly so.  The
## reference for single is computed in double and rounded.  A point that is
## refused, for example for its block size, or that fails, is NaN, a gap in the
## plot, and the reason follows it in the file; a failing one is also a warning.
##
## After this first run, which also warms up, the median of the kernel times of
## the others counts.  The data stay on the device and are not in its cache when
## a run starts.  Transfers and, for named algorithms, the copy to accumulators
## and back are not in the time.
##
## For each function, class and array there is the limit of the device beside the
## algorithms, measured alike: @code{read-limit}, a read of as many bytes as a
## reduction reads and writes, and @code{copy-limit}, a copy that moves as many as a
## scan does.
##
## @var{T} is a struct array of the points that were asked for, with the columns
## of the data file as fields: @code{function}, @code{algorithm}, @code{block}
## (0: chosen by the algorithm), @code{size} (in the file @code{4096x4096}),
## @code{dim}, @code{class}, @code{seconds}, @code{gbps} (input read once plus
## results written once) and @code{spread} (the distance of the quartiles of the
## seconds over their median).
##
## On the cpu backend named algorithms run on the host SIMT executor, which is
## for correctness and learning; its times must not be compared with a GPU's,
## and the data file and the plots say so.
##
## @example
## @group
## T = gpusweep ("algorithms", @{"auto", "kogge"@}, "blocks", [64 128], ...
##               "lengths", 1000, "repeat", 3, "file", "kogge.dat");
## gpusweepplot ("kogge.dat", "scans", "kogge.png");
## @end group
## @end example
## @seealso{gpusweepplot, gpualgos, gpulast}
## @end deftypefn

function T = gpusweep (varargin)

  opt = parse_options (varargin);
  remarks = header (opt);
  known = containers.Map ();
  fid = -1;
  if (! isempty (opt.file))
    [known, fid] = open_data (opt.file, remarks, opt.overwrite);
  endif
  unwind_protect
    printf ("%s\n", remarks{:});
    T = run (list_points (opt), known, opt.repeat, fid);
  unwind_protect_cleanup
    if (fid >= 0)
      fclose (fid);
    endif
  end_unwind_protect

endfunction

## Measure the points that are not known, and write them down one by one.
function T = run (T, known, repeat, fid)

  is_known = arrayfun (@(p) known.isKey (key (p)), T);
  for k = find (is_known)(:).'
    values = known(key (T(k)));
    [T(k).seconds, T(k).gbps, T(k).spread] = values{:};
  endfor
  if (any (is_known))
    printf ("# %d of %d points are in the file\n", sum (is_known), numel (T));
  endif

  ## a point costs time of its own beside that for its elements
  weight = arrayfun (@(p) prod (p.size), T) + 2 ^ 20;
  weight(is_known) = 0;
  start = tic ();
  previous = struct ("function", "");
  for k = find (! is_known)(:).'
    if (! is_same_array (T(k), previous))
      task = prepare (T(k));
      previous = T(k);
    endif
    [T(k), reason] = measure (T(k), task, repeat);
    if (fid >= 0)
      put_row (fid, T(k), reason);
      fflush (fid);
    endif
    done = sum (weight(1:k)) / sum (weight);
    left = round (toc (start) * (1 - done) / done);
    outcome = [figures(T(k).seconds * 1e6) " us, " figures(T(k).gbps) " GB/s"];
    if (! isempty (reason))
      outcome = ["NaN  # " reason];
    endif
    printf ("%3d%%, %d:%02d left  %s: %s\n", floor (100 * done), floor (left / 60), mod (left, 60), key (T(k)), outcome);
    fflush (stdout);
  endfor

endfunction

function is_same = is_same_array (p, q)

  is_same = strcmp (p.function, q.function) && strcmp (p.class, q.class) ...
            && isequal (p.size, q.size) && p.dim == q.dim;

endfunction

## What the points of one function and array share: the arguments, the builtin's
## answer, and the bytes of both; or the reason why there are none.
function task = prepare (p)

  task = struct ("arguments", {{}}, "expected", [], "bytes", NaN, "reason", "");
  try
    x = exact_data (p.function, p.size, p.class);
    builtin_x = x;
    if (isa (x, "single"))
      builtin_x = double (x);
    endif
    rest = {p.dim};
    if (any (strcmp (p.function, {"gpumax", "gpumin", "gpuvar", "gpustd"})))
      rest = {[], p.dim};
    endif
    task.expected = feval (p.function(4:end), builtin_x, rest{:});
    if (isa (x, "single") && isfloat (task.expected))
      task.expected = single (task.expected);
    endif
    task.arguments = [{x}, rest];
    task.bytes = sizeof (x) + sizeof (task.expected);
  catch err
    task.reason = ["the builtin: " err.message];
  end_try_catch

endfunction

## One point; the reason is empty unless there is no time.
function [p, reason] = measure (p, task, repeat)

  reason = task.reason;
  if (! isempty (reason))
    return;
  endif
  is_refused = false;
  try
    switch (p.algorithm)
      case "read-limit"
        seconds = __gpureduce__ ("limit", "read", task.bytes, repeat);
      case "copy-limit"
        seconds = __gpureduce__ ("limit", "copy", ceil (task.bytes / 2), repeat);
      otherwise
        options = {p.algorithm};
        if (p.block > 0)
          options = [options, {"block", p.block}];
        endif
        [seconds, result] = __gpureduce__ ("measure", p.function(4:end), repeat, task.arguments{:}, options{:});
        if (! is_right (p.function, result, task.expected))
          error ("gpureduce:wrong", "the result differs from the builtin's");
        endif
    endswitch
    p.seconds = median (seconds);
    p.gbps = task.bytes / p.seconds / 1e9;
    ## quantile interpolates: with one run there is no spread
    p.spread = diff (quantile (seconds, [0.25 0.75], 2)) / p.seconds;
  catch err
    reason = regexprep (strrep (err.message, "\n", " "), '^__gpureduce__: ', "");
    if (! any (strcmp (err.identifier, {"gpureduce:badArgument", "gpureduce:unsupported"})))
      warning ("gpureduce:sweep", "gpusweep: %s: %s", key (p), reason);
    endif
  end_try_catch

endfunction

## Variances are not integers: there the builtin itself rounds at every step.
function is_right = is_right (f, result, expected)

  is_right = strcmp (class (result), class (expected)) && size_equal (result, expected);
  if (is_right && any (strcmp (f, {"gpuvar", "gpustd"})))
    tolerance = [1e-10, 1e-6](1 + isa (expected, "single"));
    is_right = all (abs (result(:) - expected(:)) <= tolerance * abs (expected(:)));
  elseif (is_right)
    is_right = isequal (result, expected);
  endif

endfunction

## Integer-valued data for which every order of evaluation gives the builtin's
## bits: partial sums stay far below 2^53, products are of +-1 and a few 2, and what
## decides any, all and the extremes stands in the last place, where a lost tail
## would miss it.
function x = exact_data (f, dims, class_name)

  k = (1:9 * 101 * 7).';
  last = [];
  switch (f)
    case {"gpuprod", "gpucumprod"}
      v = 1 - 2 * (mod (k, 7) == 3);
      last = 2;
    case {"gpumax", "gpucummax", "gpumin", "gpucummin"}
      v = 1 + mod (k * 31, 101);
      last = 120 * (strcmp (f(end-2:end), "max"));
    case {"gpuany", "gpuall"}
      v = zeros (size (k)) + strcmp (f, "gpuall");
      last = ! v(1);
    otherwise
      v = mod (k * 31, 9) - 4;
  endswitch
  switch (class_name)
    case "logical"
      v = mod (v, 2);
      last = min (last, 1);
    case {"char", "uint8", "uint16", "uint32", "uint64"}
      v = abs (v);
  endswitch
  if (strncmp (class_name, "complex-", 8))
    class_name(1:8) = "";
    v = complex (v, flipud (v));
    last = complex (last, last);
    if (any (strcmp (f, {"gpuprod", "gpucumprod"}))) # of +-1 and +-i
      v = [1; 1i; -1; -1i](1 + mod (k * 31, 4));
    endif
  endif
  v = cast (v, class_name);
  n = prod (dims);
  x = v(:, ones (1, ceil (n / numel (v))))(1:n);
  if (! isempty (last))
    x(end) = cast (last, class_name);
  endif
  x = reshape (x, dims);

endfunction

## The points in the order in which they are measured and plotted, without times.
function T = list_points (opt)

  T = struct ("function", {}, "algorithm", {}, "block", {}, "size", {}, "dim", {}, "class", {}, ...
              "seconds", {}, "gbps", {}, "spread", {});
  for f = opt.functions
    kind = {"reduction", "scan"}{1 + strncmp(f{1}, "gpucum", 6)};
    limit = {"read-limit", "copy-limit"}{1 + strcmp(kind, "scan")};
    for c = opt.classes
      for place = opt.places
        p = struct ("function", f, "algorithm", limit, "block", 0, "size", place{1}{1}, "dim", place{1}{2}, ...
                    "class", c, "seconds", NaN, "gbps", NaN, "spread", NaN);
        T(end+1, 1) = p;
        for a = opt.algorithms
          if (any (strcmp (strsplit (a.kinds), kind)))
            p.algorithm = a.name;
            for block = blocks_of (a, opt.blocks)
              p.block = block;
              T(end+1, 1) = p;
            endfor
          endif
        endfor
      endfor
    endfor
  endfor

endfunction

function blocks = blocks_of (a, blocks)

  if (a.max_block == 0)
    blocks = 0;
  else
    blocks(blocks == 0) = a.default_block;
    blocks = unique (blocks);
  endif

endfunction

function opt = parse_options (args)

  opt = struct ("functions", {{"gpusum", "gpucumsum"}}, "algorithms", {{gpualgos().name}}, ...
                "blocks", 2 .^ (5:10), "lengths", [], "shapes", {{}}, "dims", [], "classes", "double", ...
                "repeat", 11, "file", "", "overwrite", false, "commit", "");
  for k = 1:2:numel (args)
    if (! ischar (args{k}) || ! isfield (opt, args{k}))
      bad ("there is no option %s; there are %s", shown (args{k}), strjoin (fieldnames (opt).', ", "));
    elseif (k == numel (args))
      bad ("the option '%s' has no value", args{k});
    endif
    opt.(args{k}) = args{k+1};
  endfor

  operators = __gpureduce__ ("operators");
  types = __gpureduce__ ("types");
  classes = strcat ({"", "complex-"}([types.complex] + 1), {types.class});
  opt.functions = words (opt.functions, "functions", strcat ("gpu", {operators.name}));
  opt.classes = words (opt.classes, "classes", classes);
  names = {cellfun(@gpualgos, words (opt.algorithms, "algorithms", {})).name};
  list = gpualgos ();
  is_yardstick = strcmp ({list.name}, "cub") & strcmp (__gpureduce__ ("backend"), "cuda");
  opt.algorithms = list(ismember ({list.name}, names) | is_yardstick)(:).';

  check (isscalar (opt.repeat) && is_whole (opt.repeat, 1), "repeat", opt.repeat, "a whole number of at least 1");
  check (is_whole (opt.blocks, 0), "blocks", opt.blocks, "whole numbers of threads, or 0 for the default");
  check (is_whole (opt.lengths, 1), "lengths", opt.lengths, "whole numbers of at least 1");
  check (is_whole (opt.dims, 1), "dims", opt.dims, "dimensions, counted from 1");
  check (isscalar (opt.overwrite) && (islogical (opt.overwrite) || isnumeric (opt.overwrite)), ...
         "overwrite", opt.overwrite, "true or false");
  check (ischar (opt.file), "file", opt.file, "the name of a file");
  check (ischar (opt.commit), "commit", opt.commit, "a string");
  if (! iscell (opt.shapes))
    opt.shapes = {opt.shapes};
  endif
  for shape = opt.shapes(:).'
    check (isrow (shape{1}) && numel (shape{1}) >= 2 && is_whole (shape{1}, 1), "shapes", shape{1}, ...
           "sizes of at least two numbers of at least 1");
  endfor
  if (! isempty (opt.dims) && isempty (opt.shapes))
    bad ("\"dims\" goes with \"shapes\"; \"lengths\" are vectors along dimension 1");
  elseif (isempty (opt.dims))
    opt.dims = 1;
  endif
  if (isempty (opt.lengths) && isempty (opt.shapes))
    opt.lengths = 2 ^ [16, 24](1 + strcmp (__gpureduce__ ("backend"), "cuda"));
  endif
  opt.blocks = double (opt.blocks(:).');
  ## each array with the dimension to work along
  opt.places = arrayfun (@(n) {[n 1], 1}, double (opt.lengths(:).'), "UniformOutput", false);
  for shape = opt.shapes(:).'
    for dim = double (opt.dims(:).')
      opt.places{end+1} = {double(shape{1}), dim};
    endfor
  endfor

endfunction

## A list of names as a row of cells.
function list = words (value, option, known)

  list = value;
  if (ischar (value))
    list = strsplit (strtrim (value), " ");
  endif
  check (iscellstr (list) && ! isempty (list), option, value, "a cellstr or a string of words");
  list = list(:).';
  if (! isempty (known))
    unknown = list(! ismember (list, known));
    if (! isempty (unknown))
      bad ("\"%s\" has no '%s'; there are %s", option, unknown{1}, strjoin (known, ", "));
    endif
  endif

endfunction

function check (is_good, option, value, what)

  if (! is_good)
    bad ("\"%s\" takes %s; given was %s", option, what, shown (value));
  endif

endfunction

function bad (varargin)

  error ("gpureduce:badArgument", "gpusweep: %s", sprintf (varargin{:}));

endfunction

function s = shown (value)

  s = sprintf ("a %s", class (value));
  if (ischar (value))
    s = sprintf ("'%s'", value);
  elseif (isnumeric (value) || islogical (value))
    s = mat2str (value);
  endif

endfunction

function is_whole = is_whole (n, least)

  is_whole = isnumeric (n) && isreal (n) && all (n(:) >= least & n(:) == fix (n(:)));

endfunction

## What a reader of the numbers must know, one line each, and the columns.
function lines = header (opt)

  d = gpuDevice ();
  backend = __gpureduce__ ("backend");
  clock = "unknown";
  if (d.ClockRateKHz > 0)
    clock = sprintf ("%.0f MHz, memory %.0f MHz", d.ClockRateKHz / 1e3, d.MemoryClockRateKHz / 1e3);
  endif
  commit = opt.commit;
  if (isempty (commit))
    commit = commit_of_sources ();
  endif
  lines = {["# device: " d.Name], ...
           ["# backend: " backend], ...
           ["# driver: " version_text(d.DriverVersion)], ...
           ["# CUDA: " version_text(d.ToolkitVersion)], ...
           ["# clock: " clock], ...
           ["# commit: " commit], ...
           sprintf("# repeat: %d", opt.repeat), ...
           ["# date: " strftime("%Y-%m-%d %H:%M:%S %z", localtime (time ()))], ...
           "# seconds: median of kernel times, checked first, not in the cache", ...
           "# spread: distance of the quartiles over the median"};
  if (strcmp (backend, "cpu"))
    lines{end+1} = "# note: named algorithms on the host SIMT executor: not comparable with a GPU";
  endif
  lines{end+1} = "# function algorithm block size dim class seconds gbps spread";

endfunction

## Data files may change while a sweep goes on, sources not.
function commit = commit_of_sources ()

  here = fileparts (mfilename ("fullpath"));
  git = sprintf ("cd '%s' && git", strrep (here, "'", "'\\''"));
  commit = "unknown";
  [status, text] = system ([git " ls-files --error-unmatch gpusweep.m 2>&1 && git describe --always 2>&1"]);
  if (status == 0)
    commit = strsplit (strtrim (text), "\n"){end};
    if (system ([git " diff --quiet HEAD -- ../kernels ../mex . 2>/dev/null"]) != 0)
      commit = [commit "-dirty"];
    endif
  endif

endfunction

function s = version_text (v)

  s = "none";
  if (v > 0)
    s = sprintf ("%.1f", v);
  endif

endfunction

## Open a data file to add rows to.  known maps the points that it has to their
## seconds, gbps and spread.
function [known, fid] = open_data (file, remarks, overwrite)

  known = containers.Map ();
  mode = "w";
  [info, failure] = stat (file);
  if (! overwrite && ! failure && info.size > 0)
    mode = "a";
    known = read_data (file, remarks);
  endif
  [fid, message] = fopen (file, mode);
  if (fid < 0)
    bad ("cannot write '%s': %s", file, message);
  endif
  if (strcmp (mode, "w"))
    fprintf (fid, "%s\n", remarks{:});
    fflush (fid);
  endif

endfunction

function known = read_data (file, remarks)

  text = fileread (file);
  lines = strsplit (text, "\n");
  for remark = remarks(! strncmp (remarks, "# date: ", 8))
    if (! any (strcmp (lines, remark{1})))
      ## the same remark with another value
      name = strtok (remark{1}(3:end), ":");
      other = lines(strncmp (lines, ["# " name ":"], numel (name) + 3));
      if (isempty (other))
        other = {"no such line"};
      endif
      bad (["%s is of another sweep: it has \"%s\", this has \"%s\"; " ...
            "name another file, or give \"overwrite\", true"], ...
           file, strjoin (regexprep (other, '^# ', ""), " "), remark{1}(3:end));
    endif
  endfor
  ## an interrupted write leaves a part of a line
  if (text(end) != "\n")
    fid = fopen ([file "~"], "w");
    fputs (fid, strjoin ([lines(1:end-1), {""}], "\n"));
    fclose (fid);
    rename ([file "~"], file);
    lines(end) = [];
  endif

  known = containers.Map ();
  for row = lines(cellfun (@(s) ! isempty (s) && s(1) != "#", lines))
    values = strsplit (strtrim (strtok (row{1}, "#")));
    if (numel (values) != 9)
      bad ("'%s' has a row that is none: %s", file, row{1});
    endif
    known(strjoin (values(1:6))) = num2cell (str2double (values(7:9)));
  endfor

endfunction

## Three of them, without an exponent for large numbers.
function text = figures (v)

  text = sprintf ({"%.3g", "%.0f"}{1 + (v >= 1000)}, v);

endfunction

function text = key (p)

  text = sprintf ("%s %s %d %s %d %s", p.function, p.algorithm, p.block, size_text (p.size), p.dim, p.class);

endfunction

function text = size_text (dims)

  text = strjoin (arrayfun (@(n) sprintf ("%d", n), dims, "UniformOutput", false), "x");

endfunction

function put_row (fid, p, reason)

  if (! isempty (reason))
    reason = ["  # " reason];
  endif
  fprintf (fid, "%-10s %-18s %4d %14s %d %-14s %9.4g %8.4g %5.2g%s\n", p.function, p.algorithm, p.block, ...
           size_text (p.size), p.dim, p.class, p.seconds, p.gbps, p.spread, reason);

endfunction

%!shared run, has_cub
%! run = @(varargin) evalc_of (@() gpusweep (varargin{:}));
%! has_cub = strcmp (__gpureduce__ ("backend"), "cuda");
%!function varargout = evalc_of (f)
%!  text = evalc ("T = f ();");
%!  varargout = {T, text};
%!endfunction
%!function text = rows_of (file)
%!  text = regexp (fileread (file), '^gpu.*$', "match", "lineanchors", "dotexceptnewline");
%!endfunction
%!test # the points, their gaps, the file
%! file = tempname ();
%! unwind_protect
%!   T = run ("algorithms", {"auto", "shuffle", "kogge-stone"}, "blocks", [0 16 100 128 256], ...
%!            "lengths", [100 1000], "repeat", 2, "file", file);
%!   ## two functions, two lengths: a limit, auto, and the named one at 16, 100, 128, 256
%!   assert (size (T), [2 * 2 * (1 + 1 + 4 + has_cub), 1]);
%!   assert (unique ([T.block]), [0 16 100 128 256]);
%!   assert (setdiff ({T.algorithm}, "cub"), {"auto", "copy-limit", "kogge", "read-limit", "shuffle"});
%!   is_gap = ismember ([T.block], [16 100]) | strcmp ({T.algorithm}, "cub");
%!   assert (all (isnan ([T(ismember ([T.block], [16 100])).seconds])));
%!   assert (all ([T(! is_gap).seconds] > 0) && all ([T(! is_gap).spread] >= 0));
%!   scan = T(strcmp ({T.function}, "gpucumsum") & ! is_gap);
%!   for p = scan(:).'
%!     assert (p.gbps, 2 * 8 * prod (p.size) / p.seconds / 1e9, -1e-12);
%!   endfor
%!   text = fileread (file);
%!   for name = {"device", "backend", "driver", "CUDA", "clock", "commit", "repeat", "date"}
%!     assert (! isempty (regexp (text, ['^# ' name{1} ': \S'], "lineanchors")), name{1});
%!   endfor
%!   assert (! isempty (strfind (text, "# function algorithm block size dim class seconds gbps spread\n")));
%!   assert (! isempty (strfind (text, "SIMT executor")), strcmp (__gpureduce__ ("backend"), "cpu"));
%!   rows = rows_of (file);
%!   assert (numel (rows), numel (T));
%!   assert (sum (! cellfun ("isempty", regexp (rows, '^gpucumsum +kogge +256 +1000x1 1 double +\d'))), 1);
%!   assert (! isempty (strfind (text, "NaN  # block size 100 is not one")));
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!test # what an interrupted sweep leaves is completed, and what was there stays
%! file = tempname ();
%! args = {"functions", "gpusum gpucumsum", "algorithms", "auto shuffle kogge", "blocks", [0 64], ...
%!         "lengths", 500, "repeat", 1, "file", file};
%! unwind_protect
%!   T = run (args{:});
%!   text = fileread (file);
%!   rows = rows_of (file);
%!   half = strfind (text, rows{4})(1) + 20; # in the middle of the fourth row
%!   fid = fopen (file, "w");
%!   fputs (fid, text(1:half));
%!   fclose (fid);
%!   [R, shown] = run (args{:});
%!   assert (rmfield (R, {"seconds", "gbps", "spread"}), rmfield (T, {"seconds", "gbps", "spread"}));
%!   assert ([R(1:3).seconds], [T(1:3).seconds], -1e-3);
%!   again = rows_of (file);
%!   assert (again(1:3), rows(1:3));
%!   assert (numel (again), numel (rows));
%!   assert (! isempty (strfind (shown, sprintf ("3 of %d points are in the file", numel (T)))));
%!   ## complete: nothing is measured, nothing written
%!   text = fileread (file);
%!   R = run (args{:});
%!   assert (fileread (file), text);
%!   ## other points are added
%!   R = run (args{:}, "functions", "gpuany", "algorithms", "auto");
%!   assert (numel (rows_of (file)), numel (rows) + numel (R));
%!   ## another origin is refused, or begins anew
%!   fail ("run (args{:}, 'repeat', 2)", "it has \"repeat: 1\", this has \"repeat: 2\"; name another");
%!   fail ("run (args{:}, 'commit', 'other')", "has \"commit: other\"");
%!   assert (numel (rows_of (file)), numel (rows) + numel (R));
%!   R = run (args{:}, "commit", "other", "overwrite", true);
%!   assert (numel (rows_of (file)), numel (R));
%!   assert (! isempty (strfind (fileread (file), "\n# commit: other\n")));
%!   fid = fopen (file, "a");
%!   fputs (fid, "gpusum auto\n");
%!   fclose (fid);
%!   fail ("run (args{:}, 'commit', 'other')", "has a row that is none: gpusum auto");
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!testif ; ! strcmp (__gpureduce__ ("backend"), "cuda") # what the backend does not run is a gap
%! T = run ("functions", "gpusum", "algorithms", "cub", "lengths", 10, "repeat", 1);
%! assert ({T.algorithm}, {"read-limit", "cub"});
%! assert (isnan ([T.seconds]), [false true]);
%!test # every function passes its own check, and the reason of a gap is in its row
%! f = strcat ("gpu", {__gpureduce__("operators").name});
%! warning ("error", "gpureduce:sweep", "local");
%! classes = {"uint8", "int32", "logical", "complex-double"};
%! for c = {{"double", "single"}, f; classes, {"gpuprod", "gpumin", "gpuall"}}.'
%!   T = run ("functions", c{2}, "algorithms", "auto", "lengths", 777, "repeat", 1, "classes", c{1});
%!   is_auto = strcmp ({T.algorithm}, "auto");
%!   assert (sum (is_auto), numel (c{1}) * numel (c{2}));
%!   assert (! any (isnan ([T(is_auto).seconds])));
%! endfor
%! [T, shown] = run ("functions", "gpumean", "algorithms", "auto", "lengths", 777, "classes", "char");
%! assert (all (isnan ([T.seconds])));
%! assert (! isempty (strfind (shown, "NaN  # the builtin: mean: X must be a numeric")));
%!test # shapes along their dimensions
%! T = run ("functions", "gpusum gpucummax gpustd", "algorithms", "auto", "shapes", {[30 40], [5 6 7]}, ...
%!          "dims", [1 2], "classes", "single", "repeat", 1);
%! T = T(strcmp ({T.algorithm}, "auto"));
%! assert ({T(1:4).size}, {[30 40], [30 40], [5 6 7], [5 6 7]});
%! assert ([T.dim], repmat ([1 2], 1, 6));
%! assert (! any (isnan ([T.seconds])));
%! sums = T(1:4);
%! assert ([sums.gbps] .* [sums.seconds] * 1e9, 4 * [1200 + 40, 1200 + 30, 210 + 42, 210 + 35], -1e-12);
%!error <there is no option 'class'; there are functions, algorithms> gpusweep ("class", "double")
%!error <the option 'file' has no value> gpusweep ("file")
%!error <"functions" has no 'sum'; there are gpusum, > gpusweep ("functions", "sum")
%!error <no algorithm is called 'foo'; there are auto> gpusweep ("algorithms", {"foo"})
%!error <"classes" has no 'cell'; there are double, > gpusweep ("classes", "cell")
%!error <"algorithms" takes a cellstr or a string of words; given was 3> gpusweep ("algorithms", 3)
%!error <"lengths" takes whole numbers of at least 1; given was -1> gpusweep ("lengths", -1)
%!error <"blocks" takes .* given was 1.5> gpusweep ("blocks", 1.5)
%!error <"repeat" takes a whole number of at least 1; given was 0> gpusweep ("repeat", 0)
%!error <"shapes" takes .* given was 5> gpusweep ("shapes", 5)
%!error <"dims" takes .* given was 0> gpusweep ("shapes", [2 3], "dims", 0)
%!error <"dims" goes with "shapes"> gpusweep ("dims", 2)
%!error <"overwrite" takes true or false; given was 'x'> gpusweep ("overwrite", "x")
%!error <"file" takes the name of a file; given was 1> gpusweep ("file", 1)
%!error <"commit" takes a string; given was 1> gpusweep ("commit", 1)
%!error <cannot write '/no such folder/f'> gpusweep ("file", "/no such folder/f")
