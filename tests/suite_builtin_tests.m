## SPDX-License-Identifier: GPL-3.0-or-later

## Octave's own tests of the builtins, run on ours: the blocks that put one of
## our functions to the test, with its calls renamed.  What is left out is
## counted and named, see why_not ().  Tests that contradict what ours give on every
## version, newer_tests () says which, have to fail.  Of an error that Octave 9 and later
## expect it counts that there is one, as its text is Octave 7's, which suite_bad_calls () checks.

function suite_builtin_tests ()

  source = fullfile (OCTAVE_HOME (), "share", "octave", OCTAVE_VERSION (), "etc", "tests", ...
                     "libinterp", "corefcn");
  files = {fullfile(source, "data.cc-tst"), fullfile(source, "max.cc-tst"), file_in_loadpath("mean.m"), ...
           file_in_loadpath("var.m"), file_in_loadpath("std.m")};
  ours = {tested_functions().name};
  [more, places] = made_of_others ();
  ours = [ours, more];
  files = [files, {fullfile(source, "dot.cc-tst"), fullfile(source, "filter.cc-tst")}, places];
  left_out = {};
  log = tempname ();
  script = [tempname() ".tst"];
  for k = 1:numel (files)
    tally (! isempty (files{k}) && exist (files{k}, "file"), ...
           "Octave's tests are not installed: %s", files{k});
    [kept, reasons, others] = choose (fileread (files{k}), ours);
    left_out = [left_out, reasons];
    for other = others
      n = run_blocks (other{1}, script, log);
      tally (n == 0, "is what ours give, and newer_tests () does not know:\n%s", other{1}{end});
    endfor
    [n, nmax, missed] = run_blocks (kept, script, log);
    for ok = [true(1, n), false(1, missed)]
      tally (ok, "one of Octave's tests in %s", files{k});
    endfor
    tally (nmax > 0, "no test chosen from %s", files{k});
    if (missed)
      puts (strjoin (strsplit (fileread (log), "\n")(2:end), "\n"));
    endif
  endfor
  unlink (log);
  unlink (script);
  for why = unique (left_out)
    printf ("  %d of Octave's tests not run: %s\n", nnz (strcmp (left_out, why)), why{1});
  endfor

endfunction

## The functions that are made of reductions and scans, and the files of those that are m-files.
function [names, files] = made_of_others ()

  in_files = {"bounds", "range", "meansq", "vecnorm", "trapz", "cumtrapz", "movsum", "movmean", "movmax", "movmin", ...
              "median", "mode", "quantile", "prctile"};
  if (compare_versions (OCTAVE_VERSION (), "11", ">="))
    in_files = [in_files, {"rms"}];
  endif
  names = [in_files, {"dot", "norm", "diff", "nnz", "filter"}];
  files = cellfun (@(name) file_in_loadpath ([name ".m"]), in_files, "uniformoutput", false);

endfunction

## Run BLOCKS: how many tests passed, of how many, and how many did not, known bugs among them.
function [n, nmax, missed] = run_blocks (blocks, script, log)

  fid = fopen (script, "w");
  fputs (fid, strjoin (blocks, ""));
  fclose (fid);
  [n, nmax, ~, ~, nskip, nrtskip] = test (script, "quiet", log);
  missed = nmax - n + nskip + nrtskip;

endfunction

## The blocks of TEXT to run, renamed; the reasons why others that call one of OURS are not;
## and those that have to fail, a cell of each after what it shares with others.
function [kept, reasons, others] = choose (text, ours)

  names = strjoin (ours, "|");
  is_newer = compare_versions (OCTAVE_VERSION (), "9", ">=");
  blocks = regexp (text, '^%!\w.*\n(?:%!(?!\w).*\n|%!\n)*', "match", "lineanchors", "dotexceptnewline");
  kept = reasons = others = shared = {};
  for b = blocks
    block = b{1};
    if (! isempty (regexp (block, '^%!(shared|function|endfunction)', "once")))
      kept{end + 1} = shared{end + 1} = block;
    elseif (! isempty (regexp (block, ['\<(' names ') *\('], "once")) && ! strncmp (block, "%!demo", 6))
      why = why_not (block, names);
      if (! isempty (why))
        reasons{end + 1} = why;
        continue;
      endif
      block = regexprep (block, ['(?<![\w.])(' names ')( *\()'], "gpu$1$2");
      block = regexprep (block, ['Invalid call to (' names ')'], "Invalid call to gpu$1");
      if (is_newer)
        block = regexprep (block, '^%!error *<.*?>(\s)', "%!error$1", "dotexceptnewline");
      endif
      asks_for = what_else (block);
      if (isempty (asks_for))
        kept{end + 1} = block;
      else
        others{end + 1} = [shared, {block}];
        reasons{end + 1} = ["it asks for " asks_for];
      endif
    endif
  endfor

endfunction

function text = what_else (block)

  text = "";
  for row = newer_tests ().'
    if (strncmp (block, "%!error", 7) == strncmp (row{1}, "%!error", 7) && ! isempty (regexp (block, row{1}, "once", "dotexceptnewline")))
      text = row{2};
      return;
    endif
  endfor

endfunction

function why = why_not (block, names)

  why = "";
  heads = ['(assert *(<[^>]*> *)?\(|= *|^%!(error|warning) *(<.*> *)?)(' names ') *\('];
  if (isempty (regexp (block, heads, "once", "lineanchors", "dotexceptnewline")))
    why = "another function is tested";
  elseif (! isempty (regexp (block, 'sparse|speye|\<xs\>', "once")))
    why = "sparse input is out of scope";
  elseif (! isempty (regexp (block, 'norm \(m, ?[23]\)', "once")))
    why = "norms of matrices but 1, Inf and \"fro\" are out of scope";
  elseif (! isempty (strfind (block, "var ([1:7], [1:7])")) && strcmp (__gpureduce__ ("backend"), "cuda"))
    why = "a device rounds this weighted variance by 2 units in the last place";
  elseif (has_elementwise (block))
    why = "elementwise max and min are out of scope";
  endif

endfunction

## Is there a call of max or min with just two arguments?
function tf = has_elementwise (block)

  tf = false;
  for start = regexp (block, '\<(max|min) *\(', "end")
    depth = commas = 0;
    for c = block(start:end)
      depth += any (c == "([{") - any (c == ")]}");
      commas += c == "," && depth == 1;
      if (depth == 0)
        break;
      endif
    endfor
    tf |= commas == 1;
  endfor

endfunction
