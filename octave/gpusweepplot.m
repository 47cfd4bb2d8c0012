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
## 100 characters are shown, what is not printable ASCII as @code{?}, and double
## quotes as single ones.  File names may have any characters, which keep their meaning as a
## name only.
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
## cannot be written; @code{gpureduce:noData} if the file has no data for the plot;
## @code{gpureduce:gnuplot} if gnuplot cannot be run or fails, with its status; and
## @code{gpureduce:unsupported} for a PNG of more panels than that can hold.
##
## @example
## @group
## gpusweep ("algorithms", "auto shuffle kogge", "lengths", [1000 4000], ...
##           "blocks", [64 256], "repeat", 3, "file", "sweep.dat");
## gpusweepplot ("sweep.dat");
## gpusweepplot ("sweep.dat", "length");
## gpusweepplot ("sweep.dat", "staircase", "staircase.png");
## @end group
## @end example
## @seealso{gpusweep, gpualgos}
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
  if (! is_name (file) || ! (is_name (output) || (ischar (output) && isempty (output))))
    bad ("FILE and OUTPUT must be strings");
  endif
  if (! is_name (kind))
    bad ("there is no plot a %s; there are %s", class (kind), strjoin (fieldnames (makers), ", "));
  elseif (! isfield (makers, kind))
    bad ("there is no plot '%s'; there are %s", kind, strjoin (fieldnames (makers), ", "));
  endif
  format = "text";
  if (! isempty (output))
    format = output(max (1, end-2):end);
    if (! any (strcmp (output(max (1, end-3):end), {".png", ".svg"})))
      bad ("cannot write '%s': an output ends in .png or .svg", output);
    endif
  endif

  sweep = read_sweep (file);
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
  plot.files(end+1,:) = {"page.dat", sprintf("%s\t%s\t%s\t%d\t%d\t%d\t%d\n", plot.title, sweep.device, ...
                                             sweep.remark, plot.rows, plot.columns, page)};
  picture = draw (plot.script, plot.files, format);
  if (isempty (output))
    puts (picture);
  else
    write_picture (output, picture);
  endif

endfunction

## The plot's bytes, by gnuplot in a folder of its own: only fixed names get there.
function picture = draw (script, files, format)

  plots = canonicalize_file_name (fullfile (fileparts (mfilename ("fullpath")), "..", "plots"));
  if (isempty (plots))
    error ("gpureduce:gnuplot", "gpusweepplot: there is no folder plots beside that of the functions");
  endif
  program = getenv ("GNUPLOT");
  if (isempty (program))
    program = "gnuplot";
  endif
  folder = make_absolute_filename (tempname ());
  [is_made, message] = mkdir (folder);
  if (! is_made)
    bad ("cannot make the temporary folder '%s': %s", folder, message);
  endif
  unwind_protect
    for k = 1:rows (files)
      name = fullfile (folder, files{k,1});
      message = put_file (name, files{k,2});
      if (! isempty (message))
        bad ("cannot write '%s': %s", name, message);
      endif
    endfor
    [status, picture] = run_program (program, {"-d", "-c", fullfile(plots, script), folder, plots, format});
    if (status == 127)
      error ("gpureduce:gnuplot", "gpusweepplot: cannot run '%s'; the environment variable GNUPLOT can name it", ...
             program);
    elseif (status == -1)
      error ("gpureduce:gnuplot", "gpusweepplot: a signal ended '%s'", program);
    elseif (status != 0)
      error ("gpureduce:gnuplot", "gpusweepplot: '%s' failed with status %d; standard error has its messages", ...
             program, status);
    endif
    if (! strcmp (format, "text"))
      picture = "";
      [fid, message] = fopen (fullfile (folder, ["plot." format]), "r");
      if (fid >= 0)
        picture = fread (fid, Inf, "uint8=>char").';
        fclose (fid);
      endif
    endif
    if (isempty (picture))
      error ("gpureduce:gnuplot", "gpusweepplot: '%s' ended with status 0, but made no plot", program);
    endif
  unwind_protect_cleanup
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  end_unwind_protect

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

function tf = is_name (s)

  tf = ischar (s) && isrow (s) && all (s != 0);

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
%!                      "read-limit", "new-name", "SIMT", "block size (threads)", "GB/s"});
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
%!test # every algorithm has a colour, and its own
%! style = fileread (fullfile (fileparts (which ("gpusweepplot")), "..", "plots", "style.gp"));
%! t = gpualgos ();
%! colour = cell (1, numel (t));
%! for k = 1:numel (t)
%!   found = regexp (style, ['\s' t(k).name '=(#[0-9a-f]{6})'], "tokens");
%!   assert (numel (found) == 1, t(k).name);
%!   colour{k} = found{1}{1};
%! endfor
%! assert (numel (unique (colour)), numel (t));
%!error <Invalid call> gpusweepplot ()
%!error <there is no file> gpusweepplot ("no such file.dat")
%!error <there is no plot 'pie'; there are block, heat, length, scans, staircase> gpusweepplot ("f", "pie")
%!error <there is no plot a double; there are> gpusweepplot ("f", 1)
%!error <FILE and OUTPUT must be strings> gpusweepplot (1)
