## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {@var{T} =} gpusweep ()
## @deftypefnx {} {@var{T} =} gpusweep (@var{name}, @var{value}, @dots{})
## Time algorithms over block sizes and lengths.
##
## The names and their defaults are:
##
## @table @code
## @item "functions"
## cellstr of gpu functions; @code{@{"gpusum", "gpucumsum"@}}.  Those whose
## answer is exact for integers can be swept: all but @code{gpuvar} and
## @code{gpustd}.
##
## @item "algorithms"
## cellstr of names or aliases; all that @code{gpualgos} lists.  Each runs in
## the functions of its kind.
##
## @item "blocks"
## block sizes; powers of two from 32 to 1024.  Those that an algorithm does not
## take are left out; an algorithm that takes none is measured once.
##
## @item "lengths"
## lengths of the vector; @code{2 ^ 20}
##
## @item "class"
## class of the input; @qcode{"double"}
##
## @item "repeat"
## number of timed calls a point; 11
##
## @item "file"
## data file to write; none
## @end table
##
## Each point is first checked against Octave's builtin, on data for which the
## answer is exact; a point that differs or fails is NaN, a gap in the plot, and
## a warning says why.  After this first call, which also warms up, the median of
## @code{gpulast ().seconds_kernels} counts.  Transfers and, for named
## algorithms, the copy to accumulators and back are not in it.
##
## @var{T} is a struct array with the columns of the data file as fields:
## @code{function}, @code{algorithm}, @code{block} (0: chosen by the algorithm),
## @code{length}, @code{class}, @code{seconds}, @code{gbps} (input read once plus
## results written once) and @code{spread} (the distance of the quartiles of
## the seconds over their median).
##
## On the cpu backend named algorithms run on the host SIMT executor, which is
## for correctness and learning; its times must not be compared with a GPU's,
## and the output, the data file and the plot say so.
##
## @example
## @group
## T = gpusweep ("algorithms", @{"auto", "kogge"@}, "blocks", [64 128], ...
##               "lengths", 1000, "file", "kogge.dat");
## gpusweepplot ("kogge.dat", "kogge.png");
## @end group
## @end example
## @seealso{gpusweepplot, gpualgos, gpulast}
## @end deftypefn

function T = gpusweep (varargin)

  opt = parse_options (varargin);
  device = gpuDevice ();
  backend = __gpureduce__ ("backend");
  T = struct ("function", {}, "algorithm", {}, "block", {}, "length", {}, "class", {}, ...
              "seconds", {}, "gbps", {}, "spread", {});
  remarks = [header_remarks(backend, device), ["# " strjoin(fieldnames (T).', " ")]];
  printf ("%s\n", remarks{:});
  for f = opt.functions
    kind = "reduction";
    if (strncmp (f{1}, "gpucum", 6))
      kind = "scan";
    endif
    for len = opt.lengths
      x = exact_data (f{1}, len, opt.class);
      expected = feval (f{1}(4:end), x);
      for a = opt.algorithms
        if (! any (strcmp (strsplit (a.kinds), kind)))
          continue;
        endif
        for block = legal_blocks (a, opt.blocks)
          T(end+1) = measure (f{1}, a, block, x, expected, opt.repeat);
          put_row (stdout, T(end));
        endfor
      endfor
    endfor
  endfor
  T = T(:);

  if (! isempty (opt.file))
    write_data (opt.file, T, remarks);
  endif

endfunction

## One point.  The first call is checked and warms up; the rest are timed.
function p = measure (f, a, block, x, expected, repeat)

  p = struct ("function", f, "algorithm", a.name, "block", block, "length", numel (x), ...
              "class", class (x), "seconds", NaN, "gbps", NaN, "spread", NaN);
  args = {x};
  if (any (strcmp (f, {"gpumax", "gpumin"})))
    args{end+1} = [];
  endif
  args{end+1} = a.name;
  if (block > 0)
    args = [args, {"block", block}];
  endif
  try
    if (! isequal (feval (f, args{:}), expected))
      error ("the result differs from the builtin's");
    endif
    seconds = zeros (1, repeat);
    for k = 1:repeat
      feval (f, args{:});
      seconds(k) = gpulast ().seconds_kernels;
    endfor
  catch err
    warning ("gpureduce:sweep", "gpusweep: %s %s, block %d, length %d: %s", ...
             f, a.name, block, numel (x), err.message);
    return;
  end_try_catch
  p.seconds = median (seconds);
  p.gbps = gpulast ().bytes / p.seconds / 1e9;
  ## quantile interpolates: with one call there is no spread
  p.spread = diff (quantile (seconds, [0.25 0.75], 2)) / p.seconds;

endfunction

## Integer-valued data for which every order of evaluation gives the builtin's
## bits: partial sums stay far below 2^24, products are of +-1, and extremes
## stand in the last place, where a lost tail would miss them.
function x = exact_data (f, len, class_name)

  k = 1:len;
  switch (f)
    case {"gpuprod", "gpucumprod"}
      x = 1 - 2 * (mod (k, 7) == 3);
    case {"gpumax", "gpumin", "gpucummax", "gpucummin"}
      x = mod (k * 31, 101);
      x(end) = 120 * (strcmp (f(end-2:end), "max"));
    otherwise
      x = mod (k * 31, 9) - 4;
  endswitch
  x = cast (x, class_name);

endfunction

function blocks = legal_blocks (a, blocks)

  if (a.max_block == 0)
    blocks = 0;
  else
    is_power = log2 (blocks) == fix (log2 (blocks));
    blocks = blocks(is_power & blocks >= a.min_block & blocks <= a.max_block);
  endif

endfunction

function opt = parse_options (args)

  p = inputParser ();
  p.FunctionName = "gpusweep";
  p.addParameter ("functions", {"gpusum", "gpucumsum"}, @iscellstr);
  p.addParameter ("algorithms", {gpualgos().name}, @iscellstr);
  p.addParameter ("blocks", 2 .^ (5:10), @isnumeric);
  p.addParameter ("lengths", 2 ^ 20, @(n) isnumeric (n) && all (n >= 1 & n == fix (n)));
  p.addParameter ("class", "double", @ischar);
  p.addParameter ("repeat", 11, @(n) isscalar (n) && n >= 1);
  p.addParameter ("file", "", @ischar);
  p.parse (args{:});
  opt = p.Results;
  opt.functions = opt.functions(:).';
  opt.blocks = double (opt.blocks(:).');
  opt.lengths = double (opt.lengths(:).');
  opt.algorithms = cellfun (@gpualgos, opt.algorithms(:).');

  exact = strcat ("gpu", {"sum", "prod", "sumsq", "mean", "max", "min", "any", "all", ...
                          "cumsum", "cumprod", "cummax", "cummin"});
  for f = opt.functions(! ismember (opt.functions, exact))
    error ("gpureduce:badArgument", "gpusweep: '%s' cannot be swept; taken are %s", ...
           f{1}, strjoin (exact, ", "));
  endfor

endfunction

## What a reader of the numbers must know, one line each.
function lines = header_remarks (backend, device)

  lines = {sprintf("# device: %s", device.Name), ...
           sprintf("# backend: %s", backend), ...
           sprintf("# driver: %s", version_text (device.DriverVersion)), ...
           sprintf("# CUDA: %s", version_text (device.ToolkitVersion)), ...
           sprintf("# date: %s", strftime ("%Y-%m-%d %H:%M:%S %z", localtime (time ())))};
  here = fileparts (mfilename ("fullpath"));
  [status, commit] = system (sprintf ("git -C '%s' describe --always --dirty 2>&1", here));
  if (status == 0)
    lines{end+1} = sprintf ("# commit: %s", strtrim (commit));
  endif
  lines{end+1} = "# seconds: median of kernel times, checked first; spread: quartiles / median";
  if (strcmp (backend, "cpu"))
    lines{end+1} = "# note: named algorithms on the host SIMT executor: not comparable with a GPU";
  else
    lines{end+1} = sprintf ("# note: L2 (%.0f MB) is not flushed; smaller data may be read from it", ...
                            device.L2CacheSize / 1e6);
  endif

endfunction

function s = version_text (v)

  s = "none";
  if (v > 0)
    s = sprintf ("%.1f", v);
  endif

endfunction

function write_data (file, T, remarks)

  [fid, msg] = fopen (file, "w");
  if (fid < 0)
    error ("gpureduce:badArgument", "gpusweep: cannot write '%s': %s", file, msg);
  endif
  unwind_protect
    fprintf (fid, "%s\n", remarks{:});
    arrayfun (@(p) put_row (fid, p), T);
  unwind_protect_cleanup
    fclose (fid);
  end_unwind_protect

endfunction

function put_row (fid, p)

  fprintf (fid, "%-10s %-18s %4d %9d %-7s %9.4g %8.4g %5.2g\n", struct2cell (p){:});

endfunction

%!test
%! file = tempname ();
%! unwind_protect
%!   args = {"algorithms", {"auto", "shuffle", "kogge-stone"}, "blocks", [16 64 100 128], ...
%!           "lengths", [100 1000], "repeat", 3, "file", file};
%!   evalc ("T = gpusweep (args{:});");
%!   ## two functions, two lengths: auto once, the named one at 64 and 128
%!   assert (numel (T), 2 * 2 * (1 + 2));
%!   assert (unique ([T.block]), [0 64 128]);
%!   assert (unique ({T.algorithm}), {"auto", "kogge", "shuffle"});
%!   assert (all ([T.seconds] > 0));
%!   assert (all (isfinite ([T.gbps])));
%!   text = fileread (file);
%!   assert (! isempty (regexp (text, '^# device: ')));
%!   assert (! isempty (strfind (text, "# function algorithm block length class seconds gbps spread\n")));
%!   assert (! isempty (strfind (text, "SIMT executor")), strcmp (__gpureduce__ ("backend"), "cpu"));
%!   rows = regexp (text, '^gpu.*$', "match", "lineanchors", "dotexceptnewline");
%!   assert (numel (rows), numel (T));
%!   assert (sscanf (rows{end}, "gpucumsum kogge %d %d double"), [128; 1000]);
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!test # every function that can be swept passes its own check
%! f = strcat ("gpu", {"sum", "prod", "sumsq", "mean", "max", "min", "any", "all", ...
%!                     "cumsum", "cumprod", "cummax", "cummin"});
%! for c = {"double", "single", "int8", "uint16"}
%!   args = {"functions", f, "algorithms", {"auto"}, "lengths", 777, "repeat", 1, "class", c{1}};
%!   evalc ("T = gpusweep (args{:});");
%!   assert (numel (T), numel (f));
%!   assert (! any (isnan ([T.seconds])));
%! endfor
%!error <'gpuvar' cannot be swept> gpusweep ("functions", {"gpuvar"})
%!error <no algorithm is called 'foo'> gpusweep ("algorithms", {"foo"})
%!error <gpusweep: .*> gpusweep ("lengths", -1)
