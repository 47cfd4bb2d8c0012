## SPDX-License-Identifier: GPL-3.0-or-later

## Each row of the table in VERSIONS.md: a call gives on the running Octave, if the table has
## a column of its version, what that column says, and on every Octave, with gpu before the
## function's name, what the last one says.

function suite_versions ()

  text = fileread (fullfile (fileparts (which ("gpusum")), "VERSIONS.md"));
  rows = regexp (text, '^\| (.*) \|$', "tokens", "lineanchors", "dotexceptnewline");
  rows = cellfun (@(row) strsplit (row{1}, " | "), rows, "uniformoutput", false);
  made_of_them = {"bounds", "range", "meansq", "rms", "vecnorm", "trapz", "cumtrapz", "movsum", "movmean", "movmax", ...
                  "movmin", "median", "mode", "quantile", "prctile"};
  names = ['(?<!\w)(' strjoin([{tested_functions().name}, made_of_them], "|") ')(?= \(|,)'];
  version = regexp (OCTAVE_VERSION (), '^\d+\.\d+', "match", "once");
  column = find (strcmp (rows{1}, ["Octave " version]));
  tally (numel (rows) > 40, "VERSIONS.md has %d rows", numel (rows));
  for row = rows(2:end)
    call = strrep (row{1}{1}, "`", "");
    if (! isempty (column))
      check (call, row{1}{column});
    endif
    check (regexprep (call, names, "gpu$1"), row{1}{end});
  endfor

endfunction

function check (call, want)

  got = shown (call);
  tally (strcmp (got, want), "%s: %s instead of %s", call, got, want);

endfunction

## "error", or the class, the size but for 1x1, and the value.
function text = shown (call)

  try
    evalc (["r = " call ";"]); # with the warnings that movsum of Octave 7 and 9 has
  catch
    text = "error";
    return;
  end_try_catch
  text = class (r);
  if (! isscalar (r))
    text = [text " " strjoin(arrayfun (@num2str, size (r), "uniformoutput", false), "x")];
  endif
  if (! isempty (r))
    text = [text " " mat2str(r, 8)];
  endif

endfunction
