## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpusweepplot (@var{file})
## @deftypefnx {} {} gpusweepplot (@var{file}, @var{png})
## Plot bandwidth over block size from a data file of @code{gpusweep}.
##
## With @var{png}, write the plot to the PNG file of that name; without, draw
## it as text on the terminal.  There is one panel for each function in the
## file, at the greatest length and for the first class.  Algorithms that
## choose their launch themselves are level lines; unchecked or failing points
## are gaps.
##
## The plot is made by gnuplot, by the script @file{plots/bandwidth.gp} with
## the colours of @file{plots/style.gp}, which can be used on its own:
## @code{gnuplot -c plots/bandwidth.gp FILE PNG}.  It is an error if gnuplot
## cannot be run or reports one.
##
## @example
## @group
## gpusweep ("lengths", 1000, "repeat", 3, "file", "sweep.dat");
## gpusweepplot ("sweep.dat");
## gpusweepplot ("sweep.dat", "sweep.png");
## @end group
## @end example
## @seealso{gpusweep, gpualgos}
## @end deftypefn

function gpusweepplot (file, png = "")

  if (nargin < 1)
    print_usage ();
  endif
  if (! exist (file, "file"))
    error ("gpureduce:badArgument", "gpusweepplot: there is no file '%s'", file);
  endif
  script = fullfile (plots_folder (), "bandwidth.gp");
  quoted = cellfun (@(s) ["'" strrep(s, "'", "'\\''") "'"], {script, file, png}, "UniformOutput", false);
  [status, text] = system (sprintf ("gnuplot -c %s 2>&1", strjoin (quoted, " ")));
  if (status != 0)
    error ("gpureduce:gnuplot", "gpusweepplot: gnuplot failed: %s", strtrim (text));
  endif
  if (isempty (png))
    puts (text);
  elseif (! exist (png, "file"))
    error ("gpureduce:gnuplot", "gpusweepplot: gnuplot did not write '%s': %s", png, strtrim (text));
  endif

endfunction

## plots/ stands beside octave/ in the source tree.
function folder = plots_folder ()

  folder = fullfile (fileparts (mfilename ("fullpath")), "..", "plots");

endfunction

%!test # a gap in the data, a level line for auto, text and PNG
%! [file, png] = deal (tempname (), [tempname() ".png"]);
%! unwind_protect
%!   fid = fopen (file, "w");
%!   fprintf (fid, "# device: none\n# backend: cpu\n");
%!   fprintf (fid, "# function algorithm block length class seconds gbps spread\n");
%!   fprintf (fid, "gpusum auto 0 1000 double 1e-6 8 0\n");
%!   fprintf (fid, "gpusum shuffle %d 1000 double 1e-6 %d 0\n", [32 64 128 256; 1 NaN 3 4]);
%!   fprintf (fid, "gpucumsum kogge %d 1000 double 1e-6 %d 0\n", [32 64 128 256; 1 2 3 4]);
%!   fclose (fid);
%!   text = evalc ("gpusweepplot (file)");
%!   for word = {"gpusum", "gpucumsum", "shuffle", "kogge", "auto", "SIMT"}
%!     assert (! isempty (strfind (text, word{1})), word{1});
%!   endfor
%!   gpusweepplot (file, png);
%!   assert (fileread (png)(1:4), char ([137 80 78 71]));
%! unwind_protect_cleanup
%!   delete (file);
%!   delete (png);
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
