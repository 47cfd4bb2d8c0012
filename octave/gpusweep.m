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
## names of gpu reductions and scans, and @qcode{"gpusort"}; @code{@{"gpusum", "gpucumsum"@}}
##
## @item "algorithms"
## names or aliases; all that @code{gpualgos} lists.  Each runs in the functions
## of its kind.  On a CUDA device @code{cub} is measured in every sweep, where @code{make cub} has built it.
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
## sizes of arrays as @code{size} gives them, one or a cell of several, or a
## string of words such as @qcode{"4096x4096 512x512x64"}; none
##
## @item "dims"
## dimensions to work along, for each of the shapes; 1
##
## @item "classes"
## classes of the input, complex ones as @qcode{"complex-double"};
## @qcode{"double"}
##
## @item "repeat"
## number of timed runs a point, at most 1000000; 11
##
## @item "file"
## data file to write; none.  Rows are written as they are measured.  Points that
## the file has already are taken from it, so the same call goes on where an
## interrupted one was, and other calls add to the file.  It is an error if the
## file comes from another device, backend, driver, CUDA, clock, commit, or number of
## repetitions, if it has a row that is none, or if it cannot be written
## (@code{gpureduce:file}).
##
## @item "overwrite"
## true to begin the file anew; false
##
## @item "commit"
## what to note as the version of gpureduce; what @code{git} says, or
## @qcode{"unknown"} where it knows nothing
## @end table
##
## Names may be a cellstr or a string of words.  Numbers may be a string of words,
## too: @qcode{"1000"}, ranges @qcode{"1:4"} and @qcode{"100:50:300"}, and powers
## @qcode{"2^20"} and @qcode{"2^10:2^28"}, which is all powers of two from the one to
## the other.  They are not evaluated.  A point that is asked for twice is measured
## once; an option that is given twice is an error.
##
## While it runs, it shows the last point and the time that is left: on a terminal in
## one line, else in a line every five seconds.  Points without a time stay in sight.
##
## Each point is first checked against Octave's builtin: on integers for which
## the answer is exact, or for @code{gpuvar} and @code{gpustd} nearly so; a sort, without
## positions, on numbers in no order.  The
## reference for single is computed in double and rounded.  A point that is
## refused, for example for its block size, or whose result is wrong, is NaN, a gap
## in the plot, and the reason follows it in the file.  One that fails in another
## way, because memory is short or the device does not answer, is NaN in @var{T}
## but not written to the file, so that the next sweep measures it.  Wrong results
## and failures are also warnings.  An interrupt ends the sweep.
##
## After this first run, which also warms up, the median of the kernel times of
## the others counts.  The data stay on the device and are not in its cache when
## a run starts.  Transfers are not in the time, nor what @code{gpulast} shows as
## @code{seconds_convert}: the copy of named algorithms that work in place.
##
## For each function, class and array there is the limit of the device beside the
## algorithms, measured alike: @code{read-limit}, a read of as many bytes as a
## reduction reads and writes, and @code{copy-limit}, a copy that moves as many as a
## scan does, or a sort that would read and write elements once.
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
##   @print{} # device: @dots{}
## all ([T.seconds] > 0)
##   @result{} 1
## gpusweepplot ("kogge.dat", "scans", "kogge.png");
## @end group
## @end example
## @seealso{gpusweepplot, gpualgos, gpulast}
## @end deftypefn

function T = gpusweep (varargin)

  opt = sweep_options (varargin);
  remarks = sweep_header (opt);
  known = containers.Map ();
  fid = -1;
  if (! isempty (opt.file))
    [known, fid] = sweep_open (opt.file, remarks, opt.overwrite);
  endif
  unwind_protect
    if (fid >= 0 && stat (fid).size == 0)
      sweep_append (fid, opt.file, sprintf ("%s\n", remarks{:}));
    endif
    printf ("%s\n", remarks{:});
    T = run (sweep_points (opt), known, opt.repeat, fid, opt.file);
  unwind_protect_cleanup
    if (fid >= 0)
      fclose (fid);
    endif
  end_unwind_protect

endfunction

## Measure the points that are not known, and write them down one by one.
function T = run (T, known, repeat, fid, file)

  is_known = arrayfun (@(p) known.isKey (sweep_key (p)), T);
  for k = find (is_known)(:).'
    values = known(sweep_key (T(k)));
    [T(k).seconds, T(k).gbps, T(k).spread] = values{:};
  endfor
  if (any (is_known))
    printf ("# %d of %d points are in the file\n", sum (is_known), numel (T));
  endif

  ## a point costs time of its own beside that for its elements
  weight = arrayfun (@(p) prod (p.size), T) + 2 ^ 20;
  weight(is_known) = 0;
  start = tic ();
  shown = 0;
  task = [];
  for k = find (! is_known)(:).'
    [T(k), gap, task] = sweep_measure (T(k), task, repeat);
    if (fid >= 0 && ! strcmp (gap.kind, "failed")) # a row would keep the next sweep from trying again
      sweep_append (fid, file, row_of (T(k), gap.reason));
    endif
    done = sum (weight(1:k)) / sum (weight);
    left = round (toc (start) * (1 - done) / done);
    outcome = [figures(T(k).seconds * 1e6) " us, " figures(T(k).gbps) " GB/s"];
    if (! isempty (gap.kind))
      outcome = ["NaN  # " gap.reason];
    endif
    text = sprintf ("%3d%%, %d:%02d left  %s: %s", floor (100 * done), floor (left / 60), mod (left, 60), ...
                    sweep_key (T(k)), outcome);
    shown = show (text, shown, ! isempty (gap.kind) || done == 1);
    if (any (strcmp (gap.kind, {"wrong", "failed"})))
      warning ("gpureduce:sweep", "gpusweep: %s: %s", sweep_key (T(k)), gap.reason);
    endif
  endfor

endfunction

## Show how far the sweep is: on a terminal in one line that the next one overwrites, else
## in a line every few seconds.  IS_LASTING: the line stays, and is shown whenever it
## comes.  SHOWN: when a line was shown last, in seconds.
function shown = show (text, shown, is_lasting)

  few_seconds = 5;
  if (__gpureduce__ ("terminal"))
    printf ("\r%s\033[K%s", text, {"", "\n"}{1 + is_lasting}); # \033[K: nothing behind it
  elseif (is_lasting || time () > shown + few_seconds)
    printf ("%s\n", text);
    shown = time ();
  endif
  fflush (stdout);

endfunction

## Three of them, without an exponent for large numbers.
function text = figures (v)

  text = sprintf ({"%.3g", "%.0f"}{1 + (v >= 1000)}, v);

endfunction

function row = row_of (p, reason)

  if (! isempty (reason))
    reason = ["  # " reason];
  endif
  row = sprintf ("%-10s %-18s %4d %14s %d %-14s %9.4g %8.4g %5.2g%s\n", p.function, p.algorithm, p.block, ...
                 sweep_size (p.size), p.dim, p.class, p.seconds, p.gbps, p.spread, reason);

endfunction

%!shared run, has_cub
%! run = @sweep_of_commit;
%! has_cub = strcmp (__gpureduce__ ("backend"), "cuda") && __gpureduce__ ("has_cub");
%!function [T, text] = sweep_of_commit (varargin) # one name of the version, as files may change while tests run
%!  if (! any (strcmp (varargin(1:2:end), "commit")))
%!    varargin(end+(1:2)) = {"commit", "test"};
%!  endif
%!  text = evalc ("T = gpusweep (varargin{:});");
%!endfunction
%!function text = rows_of (file)
%!  text = regexp (fileread (file), '^gpu.*$', "match", "lineanchors", "dotexceptnewline");
%!endfunction
%!function write (file, text)
%!  fid = fopen (file, "w");
%!  fputs (fid, text);
%!  fclose (fid);
%!endfunction
%!function varargout = __gpureduce__ (varargin) # the gateway, but that it measures nothing after ("fail", ID)
%!  persistent failure = "";
%!  if (strcmp (varargin{1}, "fail"))
%!    failure = varargin{2};
%!    return;
%!  elseif (! isempty (failure) && strcmp (varargin{1}, "measure"))
%!    error (failure, "%s", "it failed");
%!  endif
%!  try
%!    [varargout{1:nargout}] = __gateway__ (varargin{:});
%!  catch err
%!    rethrow (struct ("message", strrep (err.message, "__gateway__: ", "__gpureduce__: "), "identifier", err.identifier));
%!  end_try_catch
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
%!test # the first and the last point are shown, and others seconds later
%! [T, shown] = run ("functions", "gpusum", "algorithms", "auto", "lengths", 100:130, "repeat", 1);
%! lines = numel (strfind (shown, " left  gpusum "));
%! assert (lines >= 1 && lines < numel (T), "%d lines of %d points", lines, numel (T));
%! assert (! isempty (strfind (shown, "100%, 0:00 left")));
%!test # what an interrupted sweep leaves is completed, and what was there stays
%! file = tempname ();
%! args = {"functions", "gpusum gpucumsum", "algorithms", "auto shuffle kogge", "blocks", [0 64], ...
%!         "lengths", 500, "repeat", 1, "file", file};
%! unwind_protect
%!   T = run (args{:});
%!   text = fileread (file);
%!   rows = rows_of (file);
%!   half = strfind (text, rows{4})(1) + 20; # in the middle of the fourth row
%!   write (file, text(1:half));
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
%!   R = run ("functions", "gpuany", "algorithms", "auto", "lengths", 500, "repeat", 1, "file", file);
%!   assert (numel (rows_of (file)), numel (rows) + numel (R));
%!   ## another origin is refused, or begins anew
%!   fail ("run ('file', file, 'repeat', 2)", "it has 'repeat: 1', this has 'repeat: 2'; name another");
%!   fail ("run (args{:}, 'commit', 'other')", "has 'commit: other'");
%!   assert (numel (rows_of (file)), numel (rows) + numel (R));
%!   R = run (args{:}, "commit", "other", "overwrite", true);
%!   assert (numel (rows_of (file)), numel (R));
%!   assert (! isempty (strfind (fileread (file), "\n# commit: other\n")));
%!   ## what is no row is shown
%!   text = fileread (file);
%!   for row = {"gpusum auto", "gpusum auto 0 500x1 1 double fast 1 2", "gpusum auto 0 500x1 1 double 1i 1 2", ...
%!              ["gpusum auto 0 500x1 1 double 1 1 " char(255)], "gpusum auto 0 500 1 double 1 1 2"}
%!     write (file, [text row{1} "\n"]);
%!     try
%!       run (args{:}, "commit", "other");
%!       error ("was taken");
%!     catch err
%!       assert (err.identifier, "gpureduce:badArgument");
%!       assert (err.message, ["gpusweep: '" file "' has a row that is none: '" row{1} "'"]);
%!     end_try_catch
%!   endfor
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
%! assert (isnan (T(strcmp ({T.algorithm}, "auto")).seconds));
%! ## Octave 9's builtin takes characters: it is gpumean that says so there
%! assert (! isempty (regexp (shown, 'NaN  # (the builtin: mean: )?X must be a numeric')));
%!test # shapes along their dimensions
%! T = run ("functions", "gpusum gpucummax gpustd", "algorithms", "auto", "shapes", {[30 40], [5 6 7]}, ...
%!          "dims", [1 2], "classes", "single", "repeat", 1);
%! T = T(strcmp ({T.algorithm}, "auto"));
%! assert ({T(1:4).size}, {[30 40], [30 40], [5 6 7], [5 6 7]});
%! assert ([T.dim], repmat ([1 2], 1, 6));
%! assert (! any (isnan ([T.seconds])));
%! sums = T(1:4);
%! assert ([sums.gbps] .* [sums.seconds] * 1e9, 4 * [1200 + 40, 1200 + 30, 210 + 42, 210 + 35], -1e-12);
%!test # numbers as words; a point once
%! T = run ("functions", "gpusum", "algorithms", "Reduce7 shuffle", "blocks", "64 2^5:2^6", "repeat", "1", ...
%!          "lengths", " 100:50:150\t2^4:2^5 3 100 ");
%! T = T(strcmp ({T.algorithm}, "shuffle"));
%! assert (cellfun (@(s) s(1), {T.size}), kron ([100 150 16 32 3], [1 1]));
%! assert ([T.block], repmat ([32 64], 1, 5));
%! T = run ("functions", "gpusum gpusum", "algorithms", "auto", "shapes", "3x4 2x3x5 3x4", "dims", "2:3 2", ...
%!          "repeat", 1);
%! T = T(strcmp ({T.algorithm}, "auto"));
%! assert ({T.size}, {[3 4], [3 4], [2 3 5], [2 3 5]});
%! assert ([T.dim], [2 3 2 3]);
%! T = run ("functions", "gpusum", "algorithms", "auto", "lengths", int8 (100), "blocks", uint8 (64), ...
%!          "repeat", single (1));
%! assert (T(1).size, [100 1]);
%! assert (class (T(1).size), "double");
%!test # a failure is not written, a refusal and a wrong result are; an interrupt ends the sweep
%! file = tempname ();
%! args = {"functions", "gpusum", "algorithms", "auto", "lengths", 100, "repeat", 1, "file", file};
%! warning ("off", "gpureduce:sweep", "local");
%! unwind_protect
%!   for id = {"gpureduce:cuda", "some:other"}
%!     __gpureduce__ ("fail", id{1});
%!     [T, shown] = run (args{:}, "overwrite", true);
%!     assert (isnan (T(2).seconds));
%!     assert (! isempty (strfind (shown, "NaN  # it failed")));
%!     assert (numel (rows_of (file)), 1);
%!     __gpureduce__ ("fail", "");
%!     assert (run (args{:})(2).seconds > 0);
%!   endfor
%!   for id = {"gpureduce:unsupported", "gpureduce:wrong"}
%!     __gpureduce__ ("fail", id{1});
%!     run (args{:}, "overwrite", true);
%!     assert (! isempty (strfind (fileread (file), "NaN  # it failed\n")));
%!   endfor
%! unwind_protect_cleanup
%!   __gpureduce__ ("fail", "");
%!   delete (file);
%! end_unwind_protect
%!test # memory that is short is a failure, too
%! file = tempname ();
%! warning ("off", "gpureduce:sweep", "local");
%! unwind_protect
%!   T = run ("functions", "gpusum", "algorithms", "auto", "lengths", 2 ^ 50, "repeat", 1, "file", file);
%!   assert (isnan ([T.seconds]), true (1, numel (T)));
%!   assert (isempty (rows_of (file)));
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!testif ; exist (fullfile (fileparts (fileparts (which ("gpusweep"))), ".git")) # the commit
%! shown = evalc ("gpusweep ('functions', 'gpusum', 'algorithms', 'auto', 'lengths', 10, 'repeat', 1);");
%! assert (! isempty (regexp (shown, '^# commit: \S*[0-9a-f]{7,}(-dirty)?$', "lineanchors")));
%!test # a name is nothing but a name
%! folder = tempname ();
%! mkdir (folder);
%! file = fullfile (folder, "it's $(touch x) `touch y` %d \\n \" ;.dat");
%! unwind_protect
%!   args = {"functions", "gpusum", "algorithms", "auto", "lengths", 10, "repeat", 1, "file", file};
%!   T = run (args{:});
%!   write (file, fileread (file)(1:end-3));
%!   assert (numel (run (args{:})), numel (T));
%!   assert (numel (rows_of (file)), numel (T));
%!   assert (readdir (folder), {"."; ".."; [folder, file](numel (folder) * 2 + 2:end)});
%!   ## a file with the name of the draft that once was is left alone, and a link stays one
%!   write ([file "~"], "mine");
%!   text = fileread (file);
%!   symlink (file, [file ".link"]);
%!   write (file, text(1:end-3));
%!   run (args{1:end-1}, [file ".link"]);
%!   assert (fileread ([file "~"]), "mine");
%!   assert (S_ISLNK (lstat ([file ".link"]).mode));
%!   assert (numel (rows_of (file)), numel (T));
%! unwind_protect_cleanup
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (folder, "s");
%! end_unwind_protect
%!testif ; exist ("/dev/full") # a full disk is an error that names the file
%! try
%!   run ("functions", "gpusum", "algorithms", "auto", "lengths", 10, "repeat", 1, "file", "/dev/full");
%!   error ("nothing was said");
%! catch err
%!   assert (err.identifier, "gpureduce:file");
%!   assert (! isempty (regexp (err.message, "^gpusweep: cannot write '/dev/full': 0 of \\d+ bytes arrived$")));
%! end_try_catch
%!testif ; isunix () # an interrupted file that cannot be rewritten stays as it was
%! folder = tempname ();
%! mkdir (folder);
%! file = fullfile (folder, "sweep.dat");
%! backend = __gpureduce__ ("backend");
%! gpuDevice ("cpu"); # as the other Octave
%! unwind_protect
%!   run ("functions", "gpusum", "algorithms", "auto", "lengths", 1, "repeat", 1, "file", file);
%!   text = [fileread(file), sprintf("gpusum auto 0 %dx1 1 double 1 1 0\n", 1:100)(1:end-3)];
%!   write (file, text);
%!   code = ["addpath (getenv ('GPUSWEEP_TEST_DIR')); gpusweep ('functions', 'gpusum', 'algorithms', 'auto', " ...
%!           "'lengths', 1, 'repeat', 1, 'commit', 'test', 'file', getenv ('GPUSWEEP_TEST_FILE'));"];
%!   octave = fullfile (OCTAVE_EXEC_HOME (), "bin", "octave-cli");
%!   setenv ("GPUSWEEP_TEST_DIR", fileparts (which ("gpusweep")));
%!   setenv ("GPUSWEEP_TEST_FILE", file);
%!   ## of the limit, a block has 512 or 1024 bytes; without the signal writing beyond it fails
%!   [status, shown] = system (["trap '' XFSZ; ulimit -f 2; GPUREDUCE_BACKEND=cpu '" octave "' --no-history -q " ...
%!                              "--norc --eval \"" code "\" 2>&1"]);
%!   assert (status, 1);
%!   assert (! isempty (strfind (shown, ["gpusweep: cannot write '" file "': "])), shown);
%!   assert (fileread (file), text);
%!   assert (readdir (folder), {"."; ".."; "sweep.dat"});
%! unwind_protect_cleanup
%!   gpuDevice (backend);
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (folder, "s");
%! end_unwind_protect
%!test # bytes that are no data file
%! file = tempname ();
%! unwind_protect
%!   for text = {char(randi (256, 1, 3000) - 1), char([200 255 10]), ["# device: " char([255 0]) "\n"], "\n"}
%!     write (file, text{1});
%!     try
%!       run ("functions", "gpusum", "algorithms", "auto", "lengths", 10, "repeat", 1, "file", file);
%!       error ("was taken");
%!     catch err
%!       assert (err.identifier, "gpureduce:badArgument");
%!       assert (strfind (err.message, ["gpusweep: '" file "' is of another sweep: it has "]), 1);
%!     end_try_catch
%!     assert (fileread (file), text{1});
%!   endfor
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!error <there is no option 'class'; did you mean "classes"\? There are functions, algorithms> gpusweep ("class", "double")
%!error <there is no option 'gpusum', but gpusweep \("functions", "gpusum"\); there are functions> gpusweep ("gpusum")
%!error <there is no option 'lenghts'; did you mean "lengths"\? There are functions, > gpusweep ("lenghts", 10)
%!error <"functions" has no 'gpusun'; did you mean "gpusum"\? There are > gpusweep ("functions", "gpusun")
%!error <there is no option a 0x0 cell; there are functions> gpusweep ({})
%!error <there is no option a 2x1 cell; there are functions> gpusweep ({"a"; "b"}, 1)
%!error <the option 'file' has no value> gpusweep ("file")
%!error <"functions" has no 'sum'; there are gpusum, > gpusweep ("functions", "sum")
%!error <no algorithm is called 'foo'; there are auto> gpusweep ("algorithms", {"foo"})
%!error <"classes" has no 'cell'; there are double, > gpusweep ("classes", "cell")
%!error <"algorithms" takes a cellstr or a string of words; given was 3> gpusweep ("algorithms", 3)
%!error <no algorithm is called 'explain'> gpusweep ("algorithms", "explain")
%!error <there is no option a 2x5 char> gpusweep (["class"; "block"], "double")
%!error <the option 'lengths' is given twice> gpusweep ("lengths", 5, "repeat", 1, "lengths", 5)
%!error <"functions" must be a string .* given was a 2x6 char> gpusweep ("functions", ["gpusum"; "gpumax"])
%!error <"lengths" must be whole numbers from 1 to 9007199254740992; given was -1> gpusweep ("lengths", -1)
%!error <"lengths" .* given was Inf> gpusweep ("lengths", Inf)
%!error <"lengths" .* given was NaN> gpusweep ("lengths", NaN)
%!error <"lengths" .* given was 1e\+20> gpusweep ("lengths", 1e20)
%!error <"lengths" .* given was a 1x1 sparse double> gpusweep ("lengths", sparse (10))
%!error <"lengths" .* given was true> gpusweep ("lengths", true)
%!error <"lengths" .* given was 5\+2i> gpusweep ("lengths", 5 + 2i)
%!error <"lengths" takes whole numbers, rising ranges .* given was 'system\(1\)'> gpusweep ("lengths", "5 system(1)")
%!error <"lengths" takes .* given was '5:1'> gpusweep ("lengths", "5:1")
%!error <"lengths" takes .* given was '1:0:5'> gpusweep ("lengths", "1:0:5")
%!error <"lengths" takes .* given was '1:999999999999999'> gpusweep ("lengths", "1:999999999999999")
%!error <"lengths" takes .* given was '1e3'> gpusweep ("lengths", "1e3")
%!error <"lengths" must be .* given was 1.26765060022823e\+30> gpusweep ("lengths", "2^100")
%!error <"blocks" must be .* given was 1.5> gpusweep ("blocks", 1.5)
%!error <"blocks" must be .* given was Inf> gpusweep ("blocks", Inf)
%!error <"blocks" must be 1 or more whole numbers .* given was \[\]> gpusweep ("blocks", [])
%!error <"repeat" must be a whole number from 1 to 1000000; given was 0> gpusweep ("repeat", 0)
%!error <"repeat" must be a whole number .* given was Inf> gpusweep ("repeat", Inf)
%!error <"repeat" must be a whole number .* given was \[1 2\]> gpusweep ("repeat", [1 2])
%!error <"shapes" must be 2 or more whole numbers .* given was 5> gpusweep ("shapes", 5)
%!error <"shapes" must be .* given was \[2 Inf\]> gpusweep ("shapes", [2 Inf])
%!error <"shapes" takes arrays of at most 9007199254740992 elements; given was> gpusweep ("shapes", 2 .^ [30 30])
%!error <"shapes" takes sizes such as 512x512x64; given was '5x-4'> gpusweep ("shapes", "5x5 5x-4")
%!error <"shapes" takes sizes such as 512x512x64; given was '5x'> gpusweep ("shapes", "5x")
%!error <"dims" must be .* given was 0> gpusweep ("shapes", [2 3], "dims", 0)
%!error <"dims" goes with "shapes"> gpusweep ("dims", 2)
%!error <"overwrite" takes true or false; given was 'x'> gpusweep ("overwrite", "x")
%!error <"overwrite" takes true or false; given was NaN> gpusweep ("overwrite", NaN)
%!error <"overwrite" takes true or false; given was 2> gpusweep ("overwrite", 2)
%!error <"file" must be a string of at most 4095 characters, without NUL; given was 1$> gpusweep ("file", 1)
%!error <"file" must be a string .* given was 'a\\x00b'> gpusweep ("file", ["a" 0 "b"])
%!error <"file" must be a string .* given was a 2x1 char> gpusweep ("file", ["a"; "b"])
%!error <"commit" must be a string of at most 100 characters, .* given was 1$> gpusweep ("commit", 1)
%!error <"commit" takes one line of text; given was 'a\\x0ab'> gpusweep ("commit", "a\nb")
%!error <"file" names a folder, '> gpusweep ("file", tempdir ())
%!error <"file" names a folder, '> gpusweep ("file", tempdir (), "overwrite", true)
%!error <"shapes" must be 2 or more whole numbers .* given was \[\]> gpusweep ("shapes", [])
%!error <"shapes" must be 2 or more whole numbers .* given was \[\]> gpusweep ("shapes", {[2 3], []})
%!error <"functions" takes a cellstr or a string of words; given was ''> gpusweep ("functions", "")
%!error <cannot write '/no such folder/f'> gpusweep ("file", "/no such folder/f")
