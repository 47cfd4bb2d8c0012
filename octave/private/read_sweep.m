## SPDX-License-Identifier: GPL-3.0-or-later

## SWEEP = read_sweep (FILE, CALLER)
##
## Read a data file of gpusweep, with errors in the name of the function CALLER.  SWEEP has the texts file, device, commit, date and remark, and of
## each row a place in the columns function, algorithm, block, size, dim, class, seconds
## and gbps, and in
##
##   panel     "FUNCTION, CLASS": rows of one panel of a plot
##   place     "SIZE/DIM": rows of one array
##   dims      the numbers in size
##   elements  their product
##   is_vector whether it is a column, worked on along dimension 1
##   is_valid  whether it can be drawn; others are gaps
##
## Files may come from anyone.  What is in SWEEP is short printable ASCII and numbers
## within bounds.

function sweep = read_sweep (file, caller)

  bad = @(template, varargin) error ("gpureduce:badArgument", [caller ": " template], varargin{:});
  [lines, is_whole] = lines_of (file, bad);
  sweep = struct ("file", file, "device", remark_in (lines, "device"), "commit", remark_in (lines, "commit"), ...
                  "date", remark_in (lines, "date"), "remark", "");
  if (strcmp (remark_in (lines, "backend"), "cpu"))
    sweep.remark = "named algorithms on the host SIMT executor: not comparable with a GPU";
  else
    sweep.remark = "results checked against Octave's builtin; median of kernel times";
  endif

  rows = regexp (regexprep (lines, '#.*', ""), '\S+', "match");
  numbers = find (! cellfun ("isempty", rows));
  rows = rows(numbers);
  refuse = @(k, what) bad ("'%s', line %d: %s", file, numbers(k), what);
  k = find (cellfun (@numel, rows) != 9, 1);
  if (k)
    refuse (k, sprintf ("a row has 9 columns, this one %d", numel (rows{k})));
  elseif (! is_whole && ! isempty (numbers) && numbers(end) == numel (lines))
    refuse (numel (numbers), "the row is cut short: no end of line follows it");
  endif
  values = reshape ([cell(1, 0), rows{:}], 9, []).'; # also of no rows

  name = '^[A-Za-z0-9_-]{1,64}$';
  number = '^(NaN|-?\d+(\.\d*)?([eE][-+]?\d+)?)$';
  columns = {"function",  name,                         "1 to 64 letters, digits, _ and -"
             "algorithm", name,                         "1 to 64 letters, digits, _ and -"
             "block",     '^\d{1,9}$',                  "a whole number of up to 9 digits"
             "size",      '^\d{1,15}(x\d{1,15}){1,9}$', "whole numbers like 4096x4096"
             "dim",       '^[1-9]\d{0,8}$',             "a whole number from 1"
             "class",     name,                         "1 to 64 letters, digits, _ and -"
             "seconds",   number,                       "NaN, 0, or a number from 1e-15 to 1e15"
             "gbps",      number,                       "NaN, 0, or a number from 1e-15 to 1e15"
             "spread",    number,                       "NaN or a number"};
  for c = 1:9
    column = values(:,c);
    is_bad = cellfun ("isempty", regexp (column, columns{c,2}, "once"));
    if (any (c == [3, 5, 7, 8, 9]))
      column = str2double (column);
      is_bad |= isinf (column);
    endif
    if (any (c == [7, 8]))
      is_bad |= column != 0 & (column < 1e-15 | column > 1e15);
    endif
    k = find (is_bad, 1);
    if (k)
      refuse (k, sprintf ("the column %s is '%.40s'; it is %s", columns{c,1}, values{k,c}, columns{c,3}));
    endif
    sweep.(columns{c,1}) = column;
  endfor

  sweep.panel = strcat (sweep.function, {", "}, sweep.class);
  sweep.place = strcat (sweep.size, {"/"}, values(:,5));
  sweep.dims = cellfun (@(s) str2double (ostrsplit (s, "x")), sweep.size, "UniformOutput", false);
  sweep.elements = cellfun (@prod, sweep.dims);
  k = find (sweep.elements > flintmax (), 1);
  if (k)
    refuse (k, sprintf ("an array of size %.40s has more than 2^53 elements", sweep.size{k}));
  endif
  sweep.is_vector = cellfun (@(n) numel (n) == 2 && n(2) == 1, sweep.dims) & sweep.dim == 1;
  sweep.is_valid = sweep.seconds > 0 & sweep.gbps > 0 & sweep.elements > 0;
  if (! any (sweep.is_valid))
    error ("gpureduce:noData", "%s: there is no valid point in '%s'", caller, file);
  endif

endfunction

## The lines in printable ASCII, all else as "?", which is refused where it matters;
## is_whole is false if the last line has no end.
function [lines, is_whole] = lines_of (file, bad)

  most = 2 ^ 26;
  [info, failure] = stat (file);
  if (failure)
    bad ("there is no file '%s'", file);
  elseif (S_ISDIR (info.mode))
    bad ("'%s' is a folder, not a data file", file);
  endif
  [fid, message] = fopen (file, "r");
  if (fid < 0)
    bad ("cannot read '%s': %s", file, message);
  endif
  text = fread (fid, most + 1, "uint8=>double").';
  fclose (fid);
  if (numel (text) > most)
    bad ("'%s' is longer than a data file may be, %d bytes", file, most);
  endif
  is_blank = text == 9 | text == 13;
  text(is_blank) = " ";
  text((text < 32 | text > 126) & text != 10) = "?";
  text = char (text);
  is_whole = isempty (text) || text(end) == "\n";
  if (! isempty (text) && is_whole)
    text(end) = "";
  endif
  lines = ostrsplit (text, "\n").';

endfunction

## What follows "# NAME: " in the first line that begins so.
function text = remark_in (lines, name)

  start = ["# " name ": "];
  found = lines(strncmp (lines, start, numel (start)));
  text = "";
  if (! isempty (found))
    text = strtrim (found{1}(numel (start)+1:end));
    text = text(1:min (end, 100));
  endif

endfunction
