## SPDX-License-Identifier: GPL-3.0-or-later

## Octave's own tests of the builtins, run on ours: the blocks that put one of
## our functions to the test, with its calls renamed.  What is left out is
## counted and named, see why_not ().

function suite_builtin_tests ()

  source = fullfile (OCTAVE_HOME (), "share", "octave", OCTAVE_VERSION (), "etc", "tests", ...
                     "libinterp", "corefcn");
  files = {fullfile(source, "data.cc-tst"), fullfile(source, "max.cc-tst"), file_in_loadpath("mean.m"), ...
           file_in_loadpath("var.m"), file_in_loadpath("std.m")};
  ours = {tested_functions().name};
  left_out = {};
  log = tempname ();
  script = [tempname() ".tst"];
  for k = 1:numel (files)
    tally (! isempty (files{k}) && exist (files{k}, "file"), ...
           "Octave's tests are not installed: %s", files{k});
    [kept, reasons] = choose (fileread (files{k}), ours);
    left_out = [left_out, reasons];
    fid = fopen (script, "w");
    fputs (fid, strjoin (kept, ""));
    fclose (fid);
    [n, nmax, ~, ~, nskip, nrtskip] = test (script, "quiet", log);
    missed = nmax - n + nskip + nrtskip; # known bugs are among the first
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

## The blocks of TEXT to run, renamed, and the reasons why others that call one
## of OURS are not.
function [kept, reasons] = choose (text, ours)

  names = strjoin (ours, "|");
  blocks = regexp (text, '^%!\w.*\n(?:%!(?!\w).*\n|%!\n)*', "match", "lineanchors", "dotexceptnewline");
  kept = reasons = {};
  for b = blocks
    block = b{1};
    if (! isempty (regexp (block, '^%!(shared|function|endfunction)', "once")))
      kept{end + 1} = block;
    elseif (! isempty (regexp (block, ['\<(' names ') *\('], "once")) && ! strncmp (block, "%!demo", 6))
      why = why_not (block, names);
      if (isempty (why))
        block = regexprep (block, ['(?<![\w.])(' names ')( *\()'], "gpu$1$2");
        kept{end + 1} = regexprep (block, ['Invalid call to (' names ')'], "Invalid call to gpu$1");
      else
        reasons{end + 1} = why;
      endif
    endif
  endfor

endfunction

function why = why_not (block, names)

  why = "";
  heads = ['(assert *(<[^>]*> *)?\(|= *|^%!(error|warning) *(<.*> *)?)(' names ') *\('];
  if (isempty (regexp (block, heads, "once", "lineanchors", "dotexceptnewline")))
    why = "another function is tested";
  elseif (! isempty (strfind (block, "sparse")))
    why = "sparse input is out of scope";
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
