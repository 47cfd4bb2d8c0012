## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpusweepcompare (@var{old}, @var{new})
## @deftypefnx {} {@var{slow} =} gpusweepcompare (@var{old}, @var{new})
## Compare two data files of @code{gpusweep} from the same device, point by point.
##
## @var{old} and @var{new} are names of files.  For each point that both have, a line is printed with both medians in
## microseconds, the new one over the old one, and a verdict:
##
## @table @asis
## @item SAME
## the medians differ by no more than the smaller of the two spreads
## @item FAST
## the new one is less, by more than both spreads
## @item SLOW
## the new one is more, by more than both spreads
## @item unclear
## the difference lies between the two spreads, or a time or spread is missing
## @end table
##
## A spread is the distance of the quartiles of a point's times over their median, as the file has it; the difference of
## the medians is taken over the smaller one.  The last line counts verdicts, and points that only one file has.
##
## @var{slow} is the number of SLOW points, with which scripts can end: @code{exit (gpusweepcompare ("old.dat",
## "new.dat") > 0)}.
##
## Files are checked as those of @code{gpusweepplot}, and may come from anyone.  The errors are
## @code{gpureduce:badArgument} for what is no data file, and for files of two devices, and @code{gpureduce:noData} if no
## point is in both.
##
## @example
## @group
## sweep = @{"algorithms", "auto", "lengths", 1000, "repeat", 5@};
## gpusweep (sweep@{:@}, "file", "old.dat");
## gpusweep (sweep@{:@}, "file", "new.dat");
##   @print{} # device: @dots{}
## gpusweepcompare ("old.dat", "new.dat");
##   @print{} @dots{} gpusum auto @dots{}
## @end group
## @end example
## @seealso{gpusweep, gpusweepplot}
## @end deftypefn

function slow = gpusweepcompare (old, new)

  if (nargin != 2)
    print_usage ();
  endif
  check_string ("gpusweepcompare", "OLD", old, 4096, 1);
  check_string ("gpusweepcompare", "NEW", new, 4096, 1);
  a = read_sweep (old, "gpusweepcompare");
  b = read_sweep (new, "gpusweepcompare");
  if (! strcmp (a.device, b.device))
    error ("gpureduce:badArgument", "gpusweepcompare: the files come from two devices, '%s' and '%s'", a.device, b.device);
  endif
  [is_in_both, j] = ismember (points_of (a), points_of (b));
  i = find (is_in_both);
  j = j(is_in_both);
  if (isempty (i))
    error ("gpureduce:noData", "gpusweepcompare: '%s' and '%s' have no point in common", old, new);
  endif

  before = a.seconds(i);
  after = b.seconds(j);
  verdicts = judge (before, after, a.spread(i), b.spread(j));
  where = columns ({a.function(i), a.algorithm(i), cellstr(num2str (a.block(i))), a.place(i), a.class(i)});
  printf ("%s %12s %12s %8s  verdict\n", repmat (" ", 1, size (where, 2)), "old us", "new us", "new/old");
  for k = 1:numel (i)
    printf ("%s %12.4g %12.4g %8.3f  %s\n", where(k,:), 1e6 * before(k), 1e6 * after(k), after(k) / before(k), verdicts{k});
  endfor
  kinds = {"SAME", "FAST", "SLOW", "unclear"};
  counts = cellfun (@(kind) sum (strcmp (verdicts, kind)), kinds);
  printf ("%s; only in the old file %d, only in the new one %d\n", ...
          strjoin (cellfun (@(kind, n) sprintf ("%s %d", kind, n), kinds, num2cell (counts), "UniformOutput", false), ", "), ...
          numel (a.seconds) - numel (i), numel (b.seconds) - numel (j));
  if (nargout > 0)
    slow = counts(3);
  endif

endfunction

## What tells a point from all others of a file.
function names = points_of (sweep)

  names = strcat (sweep.panel, {" "}, sweep.place, {" "}, sweep.algorithm, {" "}, cellstr (num2str (sweep.block)));

endfunction

function verdicts = judge (before, after, spread_before, spread_after)

  difference = abs (after - before) ./ min (before, after);
  least = min (spread_before, spread_after);
  most = max (spread_before, spread_after);
  is_known = before > 0 & after > 0 & spread_before >= 0 & spread_after >= 0;
  verdicts = repmat ({"unclear"}, size (before));
  verdicts(is_known & difference <= least) = {"SAME"};
  verdicts(is_known & difference > most & after < before) = {"FAST"};
  verdicts(is_known & difference > most & after > before) = {"SLOW"};

endfunction

## Texts side by side, each column as wide as its longest.
function text = columns (parts)

  text = "";
  for k = 1:numel (parts)
    text = [text, char(parts{k}(:)), repmat(" ", numel (parts{k}), 1)];
  endfor

endfunction

%!function file = data (device, varargin)
%!  file = [tempname() ".dat"];
%!  fid = fopen (file, "w");
%!  fprintf (fid, "# device: %s\n", device);
%!  fprintf (fid, "%s\n", varargin{:});
%!  fclose (fid);
%!endfunction
%!test # each verdict, in the order of the old file
%! old = data ("A", "gpusum auto 0 10x1 1 double 1e-5 8 0.02", "gpusum auto 0 20x1 1 double 1e-5 8 0.02", ...
%!             "gpusum auto 0 30x1 1 double 1e-5 8 0.02", "gpusum auto 0 40x1 1 double 1e-5 8 0.02", ...
%!             "gpusum auto 0 50x1 1 double 1e-5 8 NaN", "gpusum auto 0 60x1 1 double NaN NaN NaN", ...
%!             "gpusum kogge 32 10x1 1 double 1e-5 8 0.02");
%! new = data ("A", "gpusum auto 0 20x1 1 double 9e-6 8 0.05", "gpusum auto 0 10x1 1 double 1.01e-5 8 0.03", ...
%!             "gpusum auto 0 30x1 1 double 1.06e-5 8 0.05", "gpusum auto 0 40x1 1 double 1.04e-5 8 0.05", ...
%!             "gpusum auto 0 50x1 1 double 2e-5 8 0.01", "gpusum auto 0 60x1 1 double 1e-5 8 0.01", ...
%!             "gpusum kogge 64 10x1 1 double 1e-5 8 0.02");
%! cleanup = onCleanup (@() cellfun (@delete, {old, new}));
%! text = evalc ("slow = gpusweepcompare (old, new);");
%! assert (slow, 1);
%! shown = strsplit (strtrim (text), "\n");
%! words = cellfun (@(line) strsplit (strtrim (line), " "){end}, shown(2:end-1), "UniformOutput", false);
%! assert (words, {"SAME", "FAST", "SLOW", "unclear", "unclear", "unclear"});
%! assert (shown{end}, "SAME 1, FAST 1, SLOW 1, unclear 3; only in the old file 1, only in the new one 1");
%!error <Invalid call to gpusweepcompare> gpusweepcompare ("a")
%!error <NEW must be a string of 1 to 4096 characters> gpusweepcompare ("a", 5)
%!error <NEW must be a string of 1 to 4096 .* given was ''> gpusweepcompare ("a", "")
%!error <OLD must be a string of 1 to 4096 .* given was ''> gpusweepcompare ("", "a")
%!error <there is no file> gpusweepcompare (tempname (), tempname ())
%!error <is a folder, not a data file> gpusweepcompare (tempdir (), tempname ())
%!error id=gpureduce:noData gpusweepcompare ("/dev/null", "/dev/null")
%!error <gpusweepcompare: there is no valid point in>
%! files = {data("A"), data("A")};
%! cleanup = onCleanup (@() cellfun (@delete, files));
%! gpusweepcompare (files{:});
%!error <two devices, 'A' and 'B'>
%! files = {data("A", "gpusum auto 0 10x1 1 double 1e-5 8 0.02"), data("B", "gpusum auto 0 10x1 1 double 1e-5 8 0.02")};
%! cleanup = onCleanup (@() cellfun (@delete, files));
%! gpusweepcompare (files{:});
%!error <no point in common>
%! files = {data("A", "gpusum auto 0 10x1 1 double 1e-5 8 0.02"), data("A", "gpusum auto 0 20x1 1 double 1e-5 8 0.02")};
%! cleanup = onCleanup (@() cellfun (@delete, files));
%! gpusweepcompare (files{:});
