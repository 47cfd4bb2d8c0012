## SPDX-License-Identifier: GPL-3.0-or-later

## README.md is short, its examples show what they say, its functions are those of INDEX, its links lead to files, and its
## numbers are those of the files in plots/data that stand beside them.

function suite_readme ()

  root = fileparts (fileparts (mfilename ("fullpath")));
  text = fileread (fullfile (root, "README.md"));
  lines = strsplit (text, "\n", "CollapseDelimiters", false)(1:end-1);
  tally (numel (lines) <= 120, "README.md has %d lines, more than 120", numel (lines));
  prose = lines(! strncmp (lines, "|", 1));
  widths = cellfun (@numel, prose);
  tally (all (widths <= 122), "README.md has a line of %d characters: %s", max (widths), prose{find (widths == max (widths), 1)});
  first_screen = strjoin (lines(1:24), "\n");
  for command = {"make demo", "make test", "```octave"}
    tally (any (strfind (first_screen, command{1})), "README.md: '%s' is not on the first screen", command{1});
  endfor
  check_examples (text);
  check_functions (text, fileread (fullfile (root, "INDEX")));
  for link = regexp (text, '\]\(([^)#:]+)\)', "tokens")
    tally (exist (fullfile (root, link{1}{1}), "file") == 2, "README.md: there is no %s", link{1}{1});
  endfor
  check_numbers (text, root);

endfunction

## Each block of Octave code is run, and displays what the block of text behind it has, but for blanks.
function check_examples (text)

  blocks = regexp (text, '```octave\n(.*?)```\n(?:```text\n(.*?)```\n)?', "tokens");
  tally (! isempty (blocks), "README.md has no example");
  for b = blocks
    code = regexprep (b{1}{1}, '@', "@@");
    shown = strjoin ({run_example(code).shown}, " ");
    failures = [run_example(code).error];
    tally (isempty (failures), "README.md: %s", failures);
    want = "";
    if (numel (b{1}) > 1)
      want = b{1}{2};
    endif
    tally (strcmp (words (shown), words (want)), "README.md: the example shows\n%s\n    not\n%s", shown, want);
  endfor

endfunction

function text = words (text)

  text = strtrim (regexprep (text, '\s+', " "));

endfunction

## The lists under "Functions" have all names of INDEX; and the names of the first three that Octave has
## without "gpu" give the same of gpuArrays.
function check_functions (text, index)

  list = regexp (text, '\n## Functions\n(.*?)\n## ', "tokens", "once"){1};
  said = regexp (list, '(?<=[` ])\w+(?=[` ])', "match");
  names = regexp (index, '(?<=^ )\S+', "match", "lineanchors");
  missing = setdiff (names, said);
  tally (isempty (missing), "README.md does not name %s", strjoin (missing, " "));
  unknown = setdiff (said(strncmp (said, "gpu", 3)), [names, {"gpu"}]);
  tally (isempty (unknown), "README.md names what is not there: %s", strjoin (unknown, " "));
  upper = regexp (list, '^(.*?)\n- Arrays on', "tokens", "once"){1};
  x = [2 0 1; 4 1 3];
  d = gpuArray (x);
  compared = 0;
  for name = setdiff (regexp (upper, '(?<=[` ]gpu)[a-z]\w*(?=[` ])', "match"), {"norm"}) # norm takes matrices
    try
      want = feval (name{1}, x);
    catch
      continue; # it is not Octave's, or takes more
    end_try_catch
    compared++;
    got = {gather(feval (name{1}, d)), feval(["gpu" name{1}], x)};
    tally (all (cellfun (@(g) isequal (size (g), size (want)) && all (abs (g - want)(:) < 1e-14), got)), ...
           "%s of a gpuArray or gpu%s differs", name{1}, name{1});
  endfor
  tally (compared > 20, "only %d functions are Octave's, too", compared);

endfunction

## What a number of README.md is, made anew from the file that it names.
function check_numbers (text, root)

  data = @(name) fullfile (root, "plots", "data", name);
  [auto, commit] = read_table (data ("h200-auto.csv"));
  of_vector = @(op) select (auto, "op", op, "type", "single", "shape", "vector");
  said = @(t) {sprintf("| %.0f GB/s, %.2f of the speed at which it only ", number (t, "GBps"), number (t, "ratio"))};
  peers = number (auto, "peer_ratio");
  sentences = [said(of_vector ("sum")), said(of_vector ("cumsum")), ...
               {sprintf("| %d of %d |", sum (peers > 1), sum (! isnan (peers))), ["commit " commit ", `plots/data/h200-auto.csv`"]}];

  [large, commit] = read_table (data ("host-large.csv"));
  sum_4GiB = select (large, "op", "sum", "bytes", sprintf ("%d", 2 ^ 32));
  sentences(end+1:end+2) = {sprintf("| %.1f times as fast as `sum` (its 16 cores alone: %.0f times) |", ...
                                    number (sum_4GiB, "builtin_us") ./ [number(sum_4GiB, "default_us"), number(sum_4GiB, "host_us")]), ...
                            ["commit " commit ", `plots/data/host-large.csv`"]};

  [host, commit] = read_table (data ("host-auto.csv"));
  sentences(end+1:end+2) = {sprintf("| %d of %d |", sum (number (host, "ratio") > 1), numel (number (host, "ratio"))), ...
                            ["commit " commit ", `plots/data/host-auto.csv`"]};

  points = regexp (fileread (data ("h100-sweep.dat")), '^gpucumsum +kogge +(\d+) +\S+ \d \S+ +(\S+)', "tokens", "lineanchors");
  points = cell2mat (cellfun (@str2double, points.', "UniformOutput", false));
  [~, best] = min (points(:,2));
  sentences{end+1} = sprintf ("`gpucumsum (x, \"kogge\", \"block\", %d)`", points(best,1));
  sentences{end+1} = sprintf ("algorithm by name: blocks of %d threads are the fastest of", points(best,1));

  fresh = read_table (data ("check-fresh.csv"));
  times = {};
  for run = {"root", "user"}
    seconds = number (select (fresh, "run", run{1}), "seconds")(end);
    times{end+1} = sprintf ("%d", ceil (seconds / 60));
  endfor
  minutes = str2double (regexp (fileread (fullfile (root, "pre_install.m")), 'CORE_MINUTES = (\d+);', "tokens", "once"){1});
  times{end+1} = sprintf ("%d", ceil (minutes / 2));
  sentences{end+1} = ["loads; " times{end} " minutes with 2 cores"];
  said = [regexp(text, '(\d+) minutes with 2 cores', "tokens"){:}];
  tally (isempty (setxor (said, times)), "README.md has builds of %s minutes, and measured were %s", strjoin (said), strjoin (times));
  for s = sentences
    tally (any (strfind (words (text), s{1})), "README.md does not say: %s", s{1});
  endfor

endfunction

## A file of values between commas, below a line of names, as a struct of cells of text; and the commit in its head.
function [t, commit] = read_table (file)

  text = fileread (file);
  commit = regexp (text, '^# commit (\w+)', "tokens", "once", "lineanchors");
  if (! isempty (commit))
    commit = commit{1};
  endif
  lines = regexp (text, '^[^#\n][^\n]*', "match", "lineanchors");
  fields = cellfun (@(l) strsplit (l, ",", "CollapseDelimiters", false), lines.', "UniformOutput", false);
  fields = vertcat (fields{:});
  t = struct ();
  for k = 1:columns (fields)
    t.(fields{1,k}) = fields(2:end,k);
  endfor

endfunction

## The rows whose columns NAME have VALUE, for each pair of them.
function t = select (t, varargin)

  for k = 1:2:numel (varargin)
    rows = strcmp (t.(varargin{k}), varargin{k+1});
    t = structfun (@(c) c(rows), t, "UniformOutput", false);
  endfor

endfunction

function x = number (t, name)

  x = str2double (t.(name));

endfunction
