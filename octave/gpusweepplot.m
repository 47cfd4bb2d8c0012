## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpusweepplot (@var{file})
## @deftypefnx {} {} gpusweepplot (@var{file}, @var{kind})
## @deftypefnx {} {} gpusweepplot (@var{file}, @var{kind}, @var{output})
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
## The plots are made by gnuplot, by the scripts @file{plots/@var{kind}.gp}, which
## can be used on their own: @code{gnuplot -c plots/block.gp FILE OUTPUT}.  It
## is an error if gnuplot cannot be run or reports one, or if the file has no data
## for the plot.
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

function gpusweepplot (file, kind = "block", output = "")

  if (nargin < 1)
    print_usage ();
  endif
  if (! ischar (file) || ! ischar (output))
    error ("gpureduce:badArgument", "gpusweepplot: FILE and OUTPUT must be strings");
  endif
  if (! any (strcmp (kind, kinds ())))
    if (ischar (kind))
      kind = ["'" kind "'"];
    else
      kind = ["a " class(kind)];
    endif
    error ("gpureduce:badArgument", "gpusweepplot: there is no plot %s; there are %s", ...
           kind, strjoin (kinds (), ", "));
  endif
  if (! exist (file, "file"))
    error ("gpureduce:badArgument", "gpusweepplot: there is no file '%s'", file);
  endif
  script = fullfile (plots_folder (), [kind ".gp"]);
  quoted = cellfun (@(s) ["'" strrep(s, "'", "'\\''") "'"], {script, file, output}, "UniformOutput", false);
  [status, text] = system (sprintf ("gnuplot -c %s 2>&1", strjoin (quoted, " ")));
  if (status != 0)
    error ("gpureduce:gnuplot", "gpusweepplot: gnuplot failed: %s", strtrim (text));
  endif
  if (isempty (output))
    puts (text);
  elseif (! exist (output, "file"))
    error ("gpureduce:gnuplot", "gpusweepplot: gnuplot did not write '%s': %s", output, strtrim (text));
  endif

endfunction

## plots/ stands beside octave/ in the source tree.
function folder = plots_folder ()

  folder = fullfile (fileparts (mfilename ("fullpath")), "..", "plots");

endfunction

## A script there is a plot, but for the one with the colours.
function names = kinds ()

  [~, names] = cellfun (@fileparts, glob (fullfile (plots_folder (), "*.gp")).', "UniformOutput", false);
  names = setdiff (names, "style");

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
