## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpusweepplot (@var{file})
## @deftypefnx {} {} gpusweepplot (@var{file}, @var{kind})
## @deftypefnx {} {} gpusweepplot (@var{file}, @var{kind}, @var{output})
## @deftypefnx {} {@var{kinds} =} gpusweepplot ()
## Plot a data file of @code{gpusweep}.
##
## @var{kind} is one of
##
## @table @code
## @item "block"
## bandwidth over block size, for the array with the most points; the default
##
## @item "length"
## bandwidth over length, each algorithm at its fastest block size, with the fit
## seconds = overhead + bytes / bandwidth, whose two numbers are in the legend
##
## @item "staircase"
## reductions in the order of @code{gpualgos}: time, bandwidth, and the speedup
## over the one before and over the first; a bar chart, and as text a table
##
## @item "scans"
## the scan algorithms, over block size and over length
##
## @item "heat"
## bandwidth of @code{auto}, and of @code{cub} where the file has it, over rows
## and columns, along dimensions 1 and 2
## @end table
##
## @var{output} is a file to write, PNG or SVG by its suffix; without it the plot
## is drawn as text on the terminal.  There is a panel for each function and class
## in the file.  Algorithms that choose their launch themselves, and the limit of
## the device, are level lines over block size; points that were refused or
## failed are gaps.
##
## @var{kinds} is a cell with the names of all plots.
##
## The data file is read and checked before anything is drawn, since it may come
## from someone else.  A row has the nine columns that @code{gpusweep} writes; names
## consist of up to 64 letters, digits, @code{_} and @code{-}; times and bandwidths
## are NaN, 0 or from 1e-15 to 1e15.  Points without a positive time and bandwidth,
## and those of empty arrays, are not drawn.  Of the line @code{# device:} the first
## 100 characters are shown, what is not printable ASCII as @code{?}.  File names
## may have any characters.
##
## An @var{output} that exists is replaced when the new plot is complete.
##
## The curves, and all PNG and SVG files, are drawn by gnuplot 5.4 or newer.  The
## environment variable @env{GNUPLOT} names the program; by default it is
## @file{gnuplot}, looked up in the path for programs.  What it has to say goes to
## standard error.
##
## The errors are @code{gpureduce:badArgument} for a file that is not there or not a
## data file, with the line, a @var{kind} that there is not, and an @var{output} that
## cannot be written; @code{gpureduce:noData} if the file is empty or has no data for
## the plot;
## @code{gpureduce:gnuplot} if gnuplot cannot be run or fails, with its status; and
## @code{gpureduce:unsupported} for a PNG of more panels than that can hold.
##
## @example
## @group
## gpusweep ("algorithms", "auto shuffle kogge", "lengths", [1000 4000], ...
##           "blocks", [64 256], "repeat", 3, "file", "sweep.dat");
##   @print{} # device: @dots{}
## gpusweepplot ("sweep.dat");
##   @print{} @dots{}
## gpusweepplot ("sweep.dat", "staircase", "staircase.png");
## exist ("staircase.png", "file")
##   @result{} 2
## @end group
## @end example
## @seealso{gpusweep, gpusweepreport, gpualgos}
## @end deftypefn

function kinds = gpusweepplot (file, kind = "block", output = "")

  makers = struct ("block", @(sweep) prepare_curves (sweep, "block"), ...
                   "heat", @prepare_heat, ...
                   "length", @(sweep) prepare_curves (sweep, "length"), ...
                   "scans", @(sweep) prepare_curves (sweep, "scans"), ...
                   "staircase", @prepare_staircase);
  if (nargin == 0 && nargout == 1)
    kinds = fieldnames (makers).';
    return;
  elseif (nargin < 1 || nargout > 0)
    print_usage ();
  endif
  check_string ("gpusweepplot", "FILE", file, 4096, 1);
  check_string ("gpusweepplot", "OUTPUT", output, 4096);
  if (! (ischar (kind) && any (strcmp (kind, fieldnames (makers)))))
    refuse_word ("gpusweepplot", "there is no plot", kind, fieldnames (makers));
  endif
  format = "text";
  if (! isempty (output))
    format = output(max (1, end-2):end);
    if (! any (strcmp (output(max (1, end-3):end), {".png", ".svg"})))
      bad ("cannot write '%s': an output ends in .png or .svg", output);
    endif
  endif

  sweep = read_sweep (file, "gpusweepplot");
  plot = makers.(kind) (sweep);
  page = [plot.width * plot.columns, 60 + plot.height * plot.rows];
  ## gnuplot's drawing library takes no more
  if (strcmp (format, "png") && page(2) > 32767)
    error ("gpureduce:unsupported", ...
           "gpusweepplot: %d panels one below the other are %d pixels high; a PNG has up to 32767, an SVG more", ...
           plot.rows, page(2));
  endif
  if (isempty (output) && ! isempty (plot.text))
    puts (plot.text);
    return;
  endif
  ## gnuplot takes escapes in a column of text, and a double quote for its end
  device = strrep (strrep (sweep.device, '\', '\\'), '"', '\042');
  plot.files(end+1,:) = {"page.dat", sprintf("%s\t%s\t%s\t%d\t%d\t%d\t%d\n", plot.title, device, ...
                                             sweep.remark, plot.rows, plot.columns, page)};
  picture = draw_plot ("gpusweepplot", plot.script, plot.files, format);
  if (isempty (output))
    puts (picture);
  else
    write_picture (output, picture);
  endif

endfunction

## Make the file OUTPUT, or replace it, in one step: it never holds a part of a plot.
function write_picture (output, picture)

  target = tilde_expand (output);
  [info, failure] = stat (target);
  if (! failure && ! S_ISREG (info.mode))
    bad ("cannot write '%s': it is not a regular file", output);
  elseif (! failure)
    target = canonicalize_file_name (target); # a link stays one
  endif
  folder = fileparts (target);
  if (isempty (folder))
    folder = ".";
  endif
  if (! isfolder (folder)) # tempname would take another one
    bad ("cannot write '%s': there is no folder '%s'", output, folder);
  endif
  part = tempname (folder, "gpusweepplot-");
  message = put_file (part, picture);
  if (isempty (message))
    [~, message] = rename (part, target);
  endif
  if (! isempty (message))
    [~, ~] = unlink (part);
    bad ("cannot write '%s': %s", output, message);
  endif

endfunction

function bad (template, varargin)

  error ("gpureduce:badArgument", ["gpusweepplot: " template], varargin{:});

endfunction

%!function write_data (file, varargin)
%!  fid = fopen (file, "w");
%!  fprintf (fid, "# device: none\n# backend: cpu\n");
%!  fprintf (fid, "# function algorithm block size dim class seconds gbps spread\n");
%!  for k = 1:2:numel (varargin)
%!    fprintf (fid, varargin{k}, varargin{k+1});
%!  endfor
%!  fclose (fid);
%!endfunction
%!function text = text_of (varargin)
%!  text = evalc ("gpusweepplot (varargin{:})");
%!endfunction
%!function assert_has (text, words)
%!  for word = words
%!    assert (! isempty (strfind (text, word{1})), word{1});
%!  endfor
%!endfunction
%!function was = enter () # a folder of its own, to which relative entries of the path do not reach
%!  was = {pwd(), path()};
%!  folders = cellfun (@make_absolute_filename, ostrsplit (path (), pathsep ()), "UniformOutput", false);
%!  path (strjoin (folders, pathsep ()));
%!  folder = tempname ();
%!  mkdir (folder);
%!  cd (folder);
%!endfunction
%!function leave (was)
%!  folder = pwd ();
%!  cd (was{1});
%!  path (was{2});
%!  confirm_recursive_rmdir (false, "local");
%!  rmdir (folder, "s");
%!endfunction
%!test # a gap in the data, level lines; text, PNG and SVG
%! [file, png, svg] = deal (tempname (), [tempname() ".png"], [tempname() ".svg"]);
%! unwind_protect
%!   write_data (file, "gpusum read-limit 0 1000x1 1 double 1e-6 %d 0\n", 9, ...
%!               "gpusum auto 0 1000x1 1 double 1e-6 %d 0\n", 8, ...
%!               "gpusum shuffle %d 1000x1 1 double 1e-6 %g 0  # a reason\n", [32 64 128 256; 1 NaN 3 4], ...
%!               "gpucumsum kogge %d 1000x1 1 double 1e-6 %d 0\n", [32 64 128 256; 1 2 3 4], ...
%!               "gpucumsum new-name %d 1000x1 1 double 1e-6 %d 0\n", [32 64; 1 2]);
%!   text = text_of (file);
%!   assert_has (text, {"gpusum, 1000 elements, class double", "gpucumsum", "shuffle", "kogge", "auto", ...
%!                      "read-limit", "new-name", "SIMT", "block size (threads)", "GB/s", ...
%!                      "best: auto, 8 GB/s, 89 % of the limit; best by name: shuffle, block 256", ...
%!                      "best: kogge, block 256, 4 GB/s "});
%!   assert (text_of (file, "block"), text);
%!   assert (isempty (strfind (text_of (file, "scans"), "gpusum")));
%!   gpusweepplot (file, "block", png);
%!   assert (fileread (png)(1:4), char ([137 80 78 71]));
%!   gpusweepplot (file, "block", svg);
%!   assert_has (fileread (svg), {"<svg", "kogge"});
%!   fail ("gpusweepplot (file, 'length')", "no function has several lengths");
%!   fail ("gpusweepplot (file, 'heat')", "auto has no several rows and columns");
%!   fail ("gpusweepplot (file, 'block', [file '.pdf'])", "an output ends in .png or .svg");
%! unwind_protect_cleanup
%!   cellfun (@delete, {file, png, svg});
%! end_unwind_protect
%!test # rows in any order are the same plot as in ascending order
%! [one, other, svg] = deal (tempname (), tempname (), [tempname() ".svg"]);
%! blocks = [32 64 128 256 512; 1 4 2 NaN 3];
%! lengths = [1000 2000 4000 8000; 5 6 7 8];
%! write = @(file, b, l) write_data (file, "gpucumsum kogge %d 1000x1 1 double 1e-6 %g 0\n", blocks(:,b), ...
%!                                   "gpucumsum kogge 64 %dx1 1 double 1e-6 %g 0\n", lengths(:,l), ...
%!                                   "gpucumsum auto 0 1000x1 1 double 1e-6 %g 0\n", 9);
%! unwind_protect
%!   write (one, 1:5, 1:4);
%!   write (other, [4 5 1 3 2], [3 4 1 2]);
%!   for kind = {"block", "length", "scans"}
%!     drawn = cell (1, 2);
%!     for k = 1:2
%!       gpusweepplot ({one, other}{k}, kind{1}, svg);
%!       drawn{k} = fileread (svg);
%!     endfor
%!     assert (drawn{1}, drawn{2});
%!   endfor
%! unwind_protect_cleanup
%!   cellfun (@delete, {one, other, svg});
%! end_unwind_protect
%!test # the fit gives back its two numbers; every algorithm at its fastest block
%! file = tempname ();
%! n = 2 .^ (10:4:26);
%! t = 5e-6 + 16 * n / 2e12;
%! unwind_protect
%!   write_data (file, "gpucumsum kogge 64 %dx1 1 double %.10g %.10g 0\n", [n; t; 16 * n ./ t / 1e9], ...
%!               "gpucumsum kogge 32 %dx1 1 double %.10g %.10g 0\n", [n; 3 * t; 16 * n ./ t / 3e9], ...
%!               "gpucumsum brent 0 %dx1 1 double %.10g %.10g 0\n", [1000 2000; 4e-6 3e-6; 4 11]);
%!   for kind = {"length", "scans"}
%!     assert (! isempty (regexp (text_of (file, kind{1}), 'kogge +5\.0 us +2000 GB/s')), kind{1});
%!     assert (! isempty (regexp (text_of (file, kind{1}), 'brent +3\.\d us +- GB/s')), kind{1});
%!   endfor
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!test # the staircase: the fastest block, step and cumulative speedup, then the rest
%! [file, png] = deal (tempname (), [tempname() ".png"]);
%! unwind_protect
%!   write_data (file, "gpusum auto 0 1000x1 1 double 1e-6 %d 0\n", 8, ...
%!               "gpusum neighbored %d 1000x1 1 double %g %d 0\n", [32 64; 9e-6 8e-6; 1 1], ...
%!               "gpusum unroll2 64 1000x1 1 double 4e-6 %d 0\n", 2, ...
%!               "gpusum shuffle 64 1000x1 1 double 2e-6 %d 0\n", 4, ...
%!               "gpusum read-limit 0 1000x1 1 double 5e-7 %d 0\n", 16);
%!   lines = strsplit (text_of (file, "staircase"), "\n");
%!   rows = regexp (lines, '^(neigh|unroll|shuffle|auto|read)\S* .*[^#]', "match", "once");
%!   rows = strtrim (rows(! cellfun ("isempty", rows)));
%!   rows = regexprep (rows, ' +', " ");
%!   assert (rows, {"neighbored, 64 0.008 1 1", "unroll2, 64 0.004 2 2 2", "shuffle, 64 0.002 4 2 4", ...
%!                  "auto 0.001 8 8", "read-limit 0.0005 16 16"});
%!   gpusweepplot (file, "staircase", png);
%!   assert (fileread (png)(1:4), char ([137 80 78 71]));
%! unwind_protect_cleanup
%!   cellfun (@delete, {file, png});
%! end_unwind_protect
%!test # the heat map: rows down, columns across, vectors of other sweeps left out
%! [file, png] = deal (tempname (), [tempname() ".png"]);
%! unwind_protect
%!   write_data (file, "gpusum auto 0 %dx%d %d single 1e-6 %g 0\n", ...
%!               [16 64 16 64 64 16; 4 4 8 8 8 4; 1 1 1 1 2 2; 1 2 3 NaN 5 6], ...
%!               "gpusum auto 0 %dx1 1 single 1e-6 5 0\n", 3000);
%!   text = regexprep (text_of (file, "heat"), ' +', " ");
%!   assert_has (text, {"gpusum, auto, along dim 1, class single", "\n 4 8\n 16 1 3\n 64 2 -\n", ...
%!                      "along dim 2", "\n 16 6 \n 64 5\n"});
%!   assert (isempty (strfind (text, "3000")));
%!   gpusweepplot (file, "heat", png);
%!   assert (fileread (png)(1:4), char ([137 80 78 71]));
%! unwind_protect_cleanup
%!   cellfun (@delete, {file, png});
%! end_unwind_protect
%!test # five curves of a panel have colours, auto is black if it is one of them, the others are grey
%! [file, svg] = deal (tempname (), [tempname() ".svg"]);
%! t = gpualgos ();
%! names = [{t.name}, {"read-limit", "copy-limit", "new-name"}];
%! rows = [num2cell(ceil ((1:numel (names)) / 10)); names]; # ten in a panel, as a legend may be too long
%! unwind_protect
%!   fid = fopen (file, "w");
%!   fprintf (fid, "f%d %s 32 1000x1 1 double 1e-6 1 0\n", rows{:});
%!   fprintf (fid, "f%d %s 64 1000x1 1 double 1e-6 2 0\n", rows{:});
%!   fclose (fid);
%!   gpusweepplot (file, "block", svg);
%!   text = fileread (svg);
%!   colour = cell (size (names));
%!   for k = 1:numel (names)
%!     at = strfind (text, ["<text>" names{k} "</text>"]); # in the legend
%!     assert (numel (at), 1, names{k});
%!     colour{k} = regexp (text(at:end), 'stroke=.(rgb\([ \d,]+\))', "tokens", "once"){1};
%!   endfor
%!   colours = {"rgb(  0, 114, 178)", "rgb(213,  94,   0)", "rgb(  0, 158, 115)", "rgb(204, 121, 167)", "rgb(230, 159,   0)"};
%!   is_limit = strncmp (names, "read-", 5) | strncmp (names, "copy-", 5);
%!   panel = [rows{1,:}];
%!   for p = 1:max (panel)
%!     mine = colour(panel == p & ! is_limit);
%!     is_marked = ismember (mine, [colours, {"rgb(  0,   0,   0)"}]);
%!     assert (sum (is_marked), min (5, numel (mine)));
%!     assert (numel (unique (mine(is_marked))), sum (is_marked));
%!     assert (all (strcmp (mine(! is_marked), "rgb(187, 187, 187)")));
%!   endfor
%!   assert (colour{strcmp (names, "auto")}, "rgb(  0,   0,   0)");
%! unwind_protect_cleanup
%!   cellfun (@delete, {file, svg});
%! end_unwind_protect
%!test # a scan without block sizes leaves the place of its panel empty; only arrays with several are shown
%! [file, svg] = deal (tempname (), [tempname() ".svg"]);
%! unwind_protect
%!   write_data (file, "gpucumsum auto 0 %dx1 1 int32 1e-6 %d 0\n", [1000 2000 3000; 1 2 3], ...
%!               "gpucummax kogge %d 500x1 1 double 1e-6 %d 0\n", [32 64; 4 5], ...
%!               "gpucummax kogge 64 %dx1 1 double 1e-6 %d 0\n", [500 500 600 600 600 600; 6 6 7 8 9 9](:,1:2:6));
%!   text = text_of (file, "scans");
%!   assert (numel (strfind (text, "GB/s; named")), 3);
%!   assert_has (text, {"gpucummax, 500 elements, class double", "gpucummax, class double; fit", ...
%!                      "gpucumsum, class int32; fit"});
%!   gpusweepplot (file, "scans", svg);
%!   assert (numel (strfind (fileread (svg), "gpucum")), 3);
%!   assert (isempty (strfind (text_of (file, "block"), "int32")));
%! unwind_protect_cleanup
%!   cellfun (@delete, {file, svg});
%! end_unwind_protect
%!test # text in a data file does nothing: a header is shown, a name is refused with its line
%! was = enter ();
%! unwind_protect
%!   point = @(word) sprintf ("%s shuffle %d 1000x1 1 double 1e-6 %d 0\n", word, 32, 1, word, 64, 2);
%!   for device = {"x`touch pwned`", "x\"; system(\"touch pwned\"); set title \"", "'; touch pwned; '", ...
%!                 "$(touch pwned) @x %s %d \\", "\"", "# a\tb|c", "\\n\\042{a}_b"}
%!     data = ["# device: " device{1} "\n" point("gpusum")];
%!     shown = strrep (device{1}, "\t", " ");
%!     fid = fopen ("a.dat", "w");
%!     fputs (fid, data);
%!     fclose (fid);
%!     assert_has (text_of ("a.dat"), {[shown ": gpusum, 1000 elements"]});
%!     assert_has (text_of ("a.dat", "staircase"), {[shown ": gpusum, 1000 elements"]});
%!     gpusweepplot ("a.dat", "block", "a.svg");
%!     assert_has (fileread ("a.svg"), {[shown ": bandwidth over"]});
%!     assert (sort ({dir(".").name}), {".", "..", "a.dat", "a.svg"});
%!   endfor
%!   fid = fopen ("a.dat", "w");
%!   fputs (fid, ["# device: \303\251" repmat("x", 1, 200) "\033[2J\n" point("gpusum")]);
%!   fclose (fid);
%!   assert_has (text_of ("a.dat", "staircase"), {["??" repmat("x", 1, 98) ": gpusum"]});
%!   for word = {"gpusum\";system(\"touch\\040p\");x=\"", "`touch_p`", "gpusum/x", "a$(p)", "\303\251", ...
%!               repmat("x", 1, 65)}
%!     fid = fopen ("a.dat", "w");
%!     fputs (fid, ["# device: x\n\n" point(word{1})]);
%!     fclose (fid);
%!     for kind = gpusweepplot ()
%!       try
%!         gpusweepplot ("a.dat", kind{1}, "b.png");
%!         error ("none");
%!       catch err
%!         assert (err.identifier, "gpureduce:badArgument");
%!         assert_has (err.message, {"'a.dat', line 3: the column function is '", "1 to 64 letters"});
%!       end_try_catch
%!     endfor
%!     assert (sort ({dir(".").name}), {".", "..", "a.dat", "a.svg"});
%!   endfor
%! unwind_protect_cleanup
%!   leave (was);
%! end_unwind_protect
%!test # file names are names, whatever is in them; an output is replaced, also through a link
%! was = enter ();
%! unwind_protect
%!   names = {"a'; touch pwned; echo '", "t'; system('touch pwned'); '", "$(touch pwned)", "`touch pwned`", ...
%!            "it's a \"name\" ", "two\nlines", "-d", "-", "%s%d", "a;b", "@a", "\\", "<touch pwned"};
%!   for name = names
%!     write_data ("data", "gpusum shuffle %d 1000x1 1 double 1e-6 %d 0\n", [32 64; 1 2]);
%!     data = [name{1} ".dat"];
%!     rename ("data", data);
%!     assert_has (text_of (data), {"none: gpusum, 1000 elements"});
%!     gpusweepplot (data, "block", [name{1} ".png"]);
%!     assert (fileread ([name{1} ".png"])(2:4), "PNG", name{1});
%!     gpusweepplot (data, "staircase", [name{1} ".svg"]);
%!     assert_has (fileread ([name{1} ".svg"]), {"<svg", "</svg>"});
%!   endfor
%!   assert (numel (dir (".")), 2 + 3 * numel (names));
%!   file = [names{1} ".dat"];
%!   symlink ("-d.png", "link.png");
%!   old = fileread ("-d.png");
%!   gpusweepplot (file, "staircase", "link.png");
%!   assert (! strcmp (fileread ("-d.png"), old));
%!   assert (S_ISLNK (lstat ("link.png").mode));
%! unwind_protect_cleanup
%!   leave (was);
%! end_unwind_protect
%!test # an output that cannot be written is an error that names it, and leaves nothing
%! was = enter ();
%! unwind_protect
%!   write_data ("a.dat", "gpusum shuffle %d 1000x1 1 double 1e-6 %d 0\n", [32 64; 1 2]);
%!   mkdir ("folder.png");
%!   symlink ("/dev/full", "full.svg");
%!   for output = {"no/such.png", "a.dat/b.png", "folder.png", "full.svg"}
%!     try
%!       gpusweepplot ("a.dat", "block", output{1});
%!       error ("none");
%!     catch err
%!       assert (err.identifier, "gpureduce:badArgument");
%!       assert_has (err.message, {["cannot write '" output{1} "': "]});
%!     end_try_catch
%!   endfor
%!   assert (sort ({dir(".").name}), {".", "..", "a.dat", "folder.png", "full.svg"});
%! unwind_protect_cleanup
%!   leave (was);
%! end_unwind_protect
%!test # a history that cannot be saved does not matter
%! program = getenv ("GNUPLOT");
%! file = history_file ("/dev/null/history");
%! saves = history_save (true);
%! was = enter ();
%! unwind_protect
%!   write_data ("a.dat", "gpusum shuffle %d 1000x1 1 double 1e-6 %d 0\n", [32 64; 1 2]);
%!   setenv ("GNUPLOT", "true");
%!   try
%!     gpusweepplot ("a.dat", "block", "a.png");
%!     error ("none");
%!   catch err
%!     assert_has (err.message, {"made no plot"});
%!   end_try_catch
%! unwind_protect_cleanup
%!   setenv ("GNUPLOT", program);
%!   history_save (saves);
%!   history_file (file);
%!   leave (was);
%! end_unwind_protect
%!test # a failing plot leaves the old one; gnuplot is GNUPLOT, and its failure has its status
%! program = getenv ("GNUPLOT");
%! was = enter ();
%! unwind_protect
%!   write_data ("a.dat", "gpusum shuffle %d 1000x1 1 double 1e-6 %d 0\n", [32 64; 1 2]);
%!   gpusweepplot ("a.dat", "block", "a.png");
%!   old = fileread ("a.png");
%!   for c = {"false", "no such; touch pwned", "true"
%!            "'false' failed with status 1", "cannot run 'no such; touch pwned'", "made no plot"}
%!     setenv ("GNUPLOT", c{1});
%!     try
%!       gpusweepplot ("a.dat", "block", "a.png");
%!       error ("none");
%!     catch err
%!       assert (err.identifier, "gpureduce:gnuplot");
%!       assert_has (err.message, c(2));
%!     end_try_catch
%!   endfor
%!   assert (fileread ("a.png"), old);
%!   assert (sort ({dir(".").name}), {".", "..", "a.dat", "a.png"});
%! unwind_protect_cleanup
%!   setenv ("GNUPLOT", program);
%!   leave (was);
%! end_unwind_protect
%!test # what is not a data file
%! file = tempname ();
%! good = "gpusum auto 0 4x4 1 int8 1e-6 2 0\n";
%! bytes = char (mod (cumsum (mod ((1:5000) .^ 2, 257)), 256));
%! cases = {
%!   bytes,                                           "line 1: a row has 9 columns, this one \\d+"
%!   ["# device: x\n" bytes],                         "line \\d+: "
%!   [good "gpusum auto 0 4x4 1 int8 1e-6 2\n"],      "line 2: a row has 9 columns, this one 8"
%!   [good "gpusum auto 0 4x4 1 int8 1e-6 2 0 0\n"],  "line 2: a row has 9 columns, this one 10"
%!   [good good(1:end-1)],                            "line 2: the row is cut short"
%!   [good "gpusum au/to 0 4x4 1 int8 1e-6 2 0\n"],   "line 2: the column algorithm is 'au/to'"
%!   [good "gpusum auto -1 4x4 1 int8 1e-6 2 0\n"],   "the column block is '-1'"
%!   [good "gpusum auto 1e3 4x4 1 int8 1e-6 2 0\n"],  "the column block is '1e3'"
%!   [good "gpusum auto 0 4 1 int8 1e-6 2 0\n"],      "the column size is '4'"
%!   [good "gpusum auto 0 4x 1 int8 1e-6 2 0\n"],     "the column size is '4x'"
%!   [good "gpusum auto 0 4x4 0 int8 1e-6 2 0\n"],    "the column dim is '0'"
%!   [good "gpusum auto 0 4x4 1 int;8 1e-6 2 0\n"],   "the column class is 'int;8'"
%!   [good "gpusum auto 0 4x4 1 int8 1e-6x 2 0\n"],   "the column seconds is '1e-6x'"
%!   [good "gpusum auto 0 4x4 1 int8 -1e-6 2 0\n"],   "the column seconds is '-1e-6'"
%!   [good "gpusum auto 0 4x4 1 int8 1e-99 2 0\n"],   "the column seconds is '1e-99'"
%!   [good "gpusum auto 0 4x4 1 int8 1e-6 Inf 0\n"],  "the column gbps is 'Inf'"
%!   [good "gpusum auto 0 4x4 1 int8 1e-6 1e99 0\n"], "the column gbps is '1e99'"
%!   [good "gpusum auto 0 4x4 1 int8 1e-6 2 i\n"],    "the column spread is 'i'"
%!   [good "gpusum auto 0 99999999999x99999999999 1 int8 1e-6 2 0\n"], "more than 2\\^53 elements"
%!   [good "gp\033[2Jsum auto 0 4x4 1 int8 1e-6 2 0\n"], "line 2: the column function is 'gp\\?\\[2Jsum'"
%! };
%! unwind_protect
%!   for c = cases.'
%!     fid = fopen (file, "w");
%!     fwrite (fid, c{1});
%!     fclose (fid);
%!     try
%!       gpusweepplot (file, "heat");
%!       error ("none");
%!     catch err
%!       assert (err.identifier, "gpureduce:badArgument", c{2});
%!       assert (strncmp (err.message, ["gpusweepplot: '" file "', line "], numel (file) + 23), err.message);
%!       assert (! isempty (regexp (err.message, c{2}, "once")), [c{2} " | " err.message]);
%!     end_try_catch
%!   endfor
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!test # points that cannot be drawn are gaps, and a file of them has no plot
%! file = tempname ();
%! unwind_protect
%!   write_data (file, "gpusum auto 0 0x1 1 int8 1e-6 2 %d\n", 0, "gpusum auto 0 4x1 1 int8 0 2 %d\n", 0, ...
%!               "gpusum auto 0 8x1 1 int8 1e-6 0 %d\r\n", 0, ...
%!               "gpusum auto 0 8x1 1 int8 NaN NaN NaN # %s\n", "\303\251");
%!   for kind = gpusweepplot ()
%!     try
%!       gpusweepplot (file, kind{1});
%!       error ("none");
%!     catch err
%!       assert (err.identifier, "gpureduce:noData");
%!       assert_has (err.message, {"there is no valid point in '"});
%!     end_try_catch
%!   endfor
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!test # more panels than a PNG can hold
%! file = tempname ();
%! unwind_protect
%!   write_data (file, "gpusum shuffle 32 1000x1 1 c%d 1e-6 1 0\n", 1:70, ...
%!               "gpusum shuffle 64 1000x1 1 c%d 1e-6 1 0\n", 1:70);
%!   fail ("gpusweepplot (file, 'block', [file '.png'])", "70 panels one below the other are 39260 pixels high");
%!   assert (exist ([file ".png"], "file"), 0);
%! unwind_protect_cleanup
%!   delete (file);
%! end_unwind_protect
%!assert (gpusweepplot (), {"block", "heat", "length", "scans", "staircase"})
%!error <Invalid call> gpusweepplot ()
%!error <there is no file> gpusweepplot ("no such file.dat")
%!error <there is no plot 'blok'; did you mean "block"\? There are block, > gpusweepplot ("f", "blok")
%!error <there is no plot 'pie'; there are block, heat, length, scans, staircase> gpusweepplot ("f", "pie")
%!error <there is no plot 1; there are> gpusweepplot ("f", 1)
%!error <there is no plot ''; there are> gpusweepplot ("f", "")
%!error <there is no plot a 1x1 cell; there are> gpusweepplot ("f", {"block"})
%!error <FILE must be a string of 1 to 4096 characters, without NUL; given was 1$> gpusweepplot (1)
%!error <FILE must be a string of 1 to 4096 .* given was ''> gpusweepplot ("")
%!error <FILE must be a string .* given was a 2x1 char> gpusweepplot (["a"; "b"])
%!error <OUTPUT must be a string of at most 4096 .* given was 1$> gpusweepplot ("f", "block", 1)
%!error <OUTPUT must be a string .* given was 'a\\x00.png'> gpusweepplot ("f", "block", "a\0.png")
%!error <is a folder, not a data file> gpusweepplot (tempdir ())
%!error id=gpureduce:noData gpusweepplot ("/dev/null")
%!error <Invalid call> x = gpusweepplot ("f")
