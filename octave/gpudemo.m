## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpudemo ()
## @deftypefnx {} {} gpudemo (@var{name})
## @deftypefnx {} {} gpudemo (@var{name}, @var{elements})
## @deftypefnx {} {@var{names} =} gpudemo ()
## Show gpureduce at work.
##
## Without arguments it runs reductions and scans on the picture of a penny that ships with Octave.  Each result
## is compared with Octave's builtins, and a difference is an error.  A small sweep of block sizes is plotted, as a
## PNG file with a new name in the temporary folder and, at a terminal, as text.  At the end it runs the
## demo @qcode{"boxfilter"}, or on the host @qcode{"moving"}, before which it times calls that are fast there.
##
## @var{name} is a demo of the gallery, a file in the folder @file{demos} beside the functions:
##
## @table @asis
## @item "boxfilter"
## an integral image, and by it the means of all boxes of a picture and what is darker than they
## @item "events"
## counts, sums, means and quantiles of events by user
## @item "fusedkmeans"
## the same as @qcode{"kmeans"} without a table of distances, by a function inside the minimum and the sum
## @item "iir"
## recursive filters of many channels, each a scan
## @item "kmeans"
## clusters of points in the plane, by a minimum along a dimension
## @item "moving"
## moving means, standard deviations, minima and maxima of several series
## @item "options"
## prices of Asian options by Monte Carlo, with standard errors from @code{var}
## @item "ranks"
## quantiles and correlations of ranks of columns with wild values, by sorting
## @item "table"
## minima, maxima, means, standard deviations and correlations of columns with missing values
## @end table
##
## A demo has one function that is called with host arrays, where Octave's own functions run, and again, unchanged, with
## gpuArrays; @qcode{"fusedkmeans"} has a second one for the host, since Octave's minimum takes no function.  Printed are
## the time of both, the times of the transfers, which are in neither, and by how much the results differ; more than the
## demo's bound is an error.  A picture is written, a PNG file with a new name in the temporary folder.  Device times are
## medians of 5 runs after a first one, Octave's time is of one run.
##
## @var{elements} is about how many elements the largest array has, by default 2^16 on the host backend, where the same
## code runs without a GPU, and 2^23 on a device.
##
## @var{names} is a cell with the names of the gallery.
##
## @example
## @group
## gpudemo ("table")
##   @print{} table: 2048 rows, 32 columns, one value in 20 missing
##   @print{} @dots{}
## @end group
## @end example
## @seealso{gpuArray, gpusum, gpucumsum, gpusweep, gpualgos}
## @end deftypefn

function names = gpudemo (name, elements)

  here = fileparts (mfilename ("fullpath"));
  [~, files] = cellfun (@fileparts, glob (fullfile (here, "demos", "demo_*.m")).', "UniformOutput", false);
  gallery = sort (regexprep (files, '^demo_', ""));
  if (nargout > 0)
    if (nargin > 0)
      print_usage ();
    endif
    names = gallery;
    return;
  endif
  if (nargin == 0)
    show_tour ();
    name = "boxfilter";
    if (strcmp (__gpureduce__ ("backend"), "cpu"))
      name = "moving";
    endif
  endif
  check_string ("gpudemo", "NAME", name, 63);
  if (! any (strcmp (name, gallery)))
    refuse_word ("gpudemo", "there is no demo", name, gallery);
  endif
  if (nargin < 2)
    elements = 2 ^ 23;
    if (strcmp (__gpureduce__ ("backend"), "cpu"))
      elements = 2 ^ 16;
    endif
  endif
  elements = gather (elements);
  if (! (isnumeric (elements) && isscalar (elements) && isreal (elements) && elements >= 1 && elements < Inf))
    error ("gpureduce:badArgument", "gpudemo: ELEMENTS must be a positive number; given was %s", show_value (elements));
  endif
  was = path ();
  unwind_protect
    addpath (fullfile (here, "demos"));
    demo = feval (["demo_" name], double (elements));
  unwind_protect_cleanup
    path (was);
  end_unwind_protect
  run_demo (demo);
  if (nargin == 0)
    show_end ();
  endif

endfunction

## Reductions and scans on a picture.
function show_tour ()

  d = gpuDevice ();
  backend = __gpureduce__ ("backend");
  printf ("gpureduce on %s (backend \"%s\")\n\n", d.Name, backend);

  P = load (file_in_loadpath ("penny.mat")).P;
  printf ("The data: P, a penny, %d x %d, class %s\n\n", size (P), class (P));

  show ("gpusum (P)", "row of column sums", gpusum (P), sum (P));
  show ("gpusum (P, 2)", "column of row sums", gpusum (P, 2), sum (P, 2));
  show ("gpusum (P, \"all\")", "one number", gpusum (P, "all"), sum (P(:)));
  [m, i] = gpumax (P);
  [bm, bi] = max (P);
  show ("[m, i] = gpumax (P)", "position of each column's maximum", [m; i], [bm; bi]);
  show ("gpusum (P(:), \"shuffle\")", "the same sum, by warp shuffles", gpusum (P(:), "shuffle"), sum (P(:)));
  x = P(:, 64).';
  show ("gpucumsum (x, \"kogge\")", "scan of a column, Kogge-Stone", gpucumsum (x, "kogge"), cumsum (x));

  ## In an integral image any box is a sum of four entries.
  S = zeros (size (P) + 1);
  S(2:end, 2:end) = gpucumsum (gpucumsum (P, 1), 2);
  show ("gpucumsum (gpucumsum (P, 1), 2)", "integral image", S(2:end, 2:end), cumsum (cumsum (P, 1), 2));
  w = 9;
  box = S(w+1:end, w+1:end) - S(1:end-w, w+1:end) - S(w+1:end, 1:end-w) + S(1:end-w, 1:end-w);
  show (sprintf ("S(b) - S(l) - S(t) + S(a), w = %d", w), "box filter, any size at one cost", ...
        box, conv2 (P, ones (w), "valid"), "four entries a box");
  draw (box / w^2);

  if (strcmp (backend, "cpu"))
    show_speed ();
  endif
  printf ("\nBlock sizes: each point is checked against the builtin, then timed.\n");
  base = tempname (tempdir (), "gpureduce-demo-"); # nobody can have put a link there
  data = [base ".dat"];
  png = [base ".png"];
  lengths = 2 ^ 22;
  if (strcmp (backend, "cpu"))
    lengths = 2 ^ 16;
  endif
  gpusweep ("algorithms", {"shuffle", "kogge"}, "lengths", lengths, "repeat", 5, ...
            "file", data);
  gpusweepplot (data, "block", png);
  ## standard output is a device at a terminal, else a file or a pipe
  [info, failure] = stat ("/dev/stdout");
  if (! failure && S_ISCHR (info.mode))
    gpusweepplot (data);
  endif
  printf ("Data: %s\nPlot: %s\n\nOne demo of the gallery, with Octave's functions and with gpuArrays:\n\n", data, png);

endfunction

## What is fast on the host: calls without a name of an algorithm, beside the builtins.
function show_speed ()

  x = rand (4e6, 1);
  printf ("\nFast on this host: calls that name no algorithm, of %d numbers\n", numel (x));
  printf ("  %-18s%14s%14s\n", "", "Octave", "gpureduce");
  functions = {"sum", "max", "cumsum", "var", "median", "sort"};
  for f = functions
    seconds = cellfun (@(name) median (arrayfun (@(k) seconds_of (name, x), 1:3)), {f{1}, ["gpu" f{1}]});
    printf ("  %-18s%11.2f ms%11.2f ms   %s\n", ["gpu" f{1}], 1e3 * seconds, show_ratio (num2cell (seconds){:}));
  endfor
  printf ("Algorithms by name, as below, imitate a GPU here, for learning: they are slow.\n");

endfunction

function seconds = seconds_of (name, x)

  start = tic ();
  y = feval (name, x);
  seconds = toc (start);

endfunction

function show_end ()

  printf ("Next: gpudemo (\"kmeans\")   the gallery; x = gpudemo () has its names\n");
  printf ("      gpualgos             every algorithm by name\n");
  printf ("      help gpusum          classes, options, NaN, differences from sum\n");
  printf ("      gpulast ()           what ran, where, how long\n");
  printf ("      help gpusweep        your own comparison\n");
  if (strcmp (__gpureduce__ ("backend"), "cpu"))
    printf ("      gpuDevice (\"cuda\")   on a machine with an NVIDIA GPU\n");
  endif

endfunction

## Two lines: the call and what it is; what ran it and whether it is right.
function show (call, what, result, expected, ran = last_call ())

  is_equal = isequal (result, expected);
  verdict = {"DIFFERS from the builtin", "equals the builtin"}{1 + is_equal};
  printf ("%-34s%s\n    %-30s%s\n", call, what, ran, verdict);
  if (! is_equal)
    error ("gpudemo: %s differs from the builtin by up to %g", call, max (abs (result(:) - expected(:))));
  endif

endfunction

function s = last_call ()

  r = gpulast ();
  s = sprintf ("%s, %s, %.0f us", r.algorithm, r.backend, r.seconds_kernels * 1e6);

endfunction

## The picture in characters, from dark to light.
function draw (P)

  ink = " .:-=+*#%@";
  P = P(round (linspace (1, end, 24)), round (linspace (1, end, 56)));
  P = (P - min (P(:))) / (max (P(:)) - min (P(:)));
  printf ("\n");
  printf ("            %s\n", cellstr (ink(1 + round (P * (numel (ink) - 1)))){:});

endfunction

%!test # runs, says where, draws the plot; the temporary folder may have any name
%! folder = fullfile (tempname (), "a 'b'; touch pwned");
%! mkdir (folder);
%! was = getenv ("TMPDIR");
%! unwind_protect
%!   setenv ("TMPDIR", folder);
%!   text = evalc ("gpudemo ()");
%!   assert (isempty (strfind (text, "DIFFERS")));
%!   assert (numel (strfind (text, "equals the builtin")), 8);
%!   rows = regexp (text, '\n  gpu\w+ +\S+ ms +\S+ ms   (\S+) times (as fast|slower)(?=\n)', "tokens");
%!   assert (numel (rows), 6 * strcmp (__gpureduce__ ("backend"), "cpu"));
%!   assert (! isempty (strfind (text, gpuDevice ().Name)));
%!   files = regexp (text, '(?:Data|Plot|Picture): ([^\n]+)', "tokens");
%!   assert (fileparts (files{1}{1}), folder);
%!   assert (fileread (files{2}{1})(2:4), "PNG");
%!   assert (fileread (files{3}{1})(2:4), "PNG");
%!   assert (numel (dir (folder)), 5); # ., .., and these
%!   assert (! exist (fullfile (pwd (), "pwned"), "file"));
%!   lines = strsplit (text, "\n");
%!   is_path = ! cellfun ("isempty", strfind (lines, folder));
%!   assert (max (cellfun (@numel, lines(! is_path))) <= 80);
%! unwind_protect_cleanup
%!   if (isempty (was))
%!     unsetenv ("TMPDIR");
%!   else
%!     setenv ("TMPDIR", was);
%!   endif
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (fileparts (folder), "s");
%! end_unwind_protect
%!test # the gallery: results are compared, a picture is written
%! names = gpudemo ();
%! assert (names, {"boxfilter", "events", "fusedkmeans", "iir", "kmeans", "moving", "options", "ranks", "table"});
%! for name = names
%!   for elements = [1, 20000]
%!     text = evalc ("gpudemo (name{1}, elements)");
%!     assert (! isempty (strfind (text, "of at most")), name{1});
%!     ratio = regexp (text, 'gpuArrays are (\S+) times (as fast|slower);', "tokens", "once");
%!     assert (str2double (ratio{1}) >= 1, name{1});
%!     file = regexp (text, 'Picture: ([^\n]+)', "tokens"){1}{1};
%!     assert (fileread (file)(2:4), "PNG");
%!     delete (file);
%!   endfor
%! endfor
%!error <there is no demo 'kmean'; did you mean "kmeans"\? There are boxfilter, > gpudemo ("kmean")
%!error <there is no demo 'foo'; there are boxfilter, events, fusedkmeans, iir, kmeans, moving, options, ranks, table> gpudemo ("foo")
%!error <NAME must be a string> gpudemo (1)
%!error <ELEMENTS must be a positive number; given was 0> gpudemo ("table", 0)
%!error <Invalid call to gpudemo> x = gpudemo ("table")
