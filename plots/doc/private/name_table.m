## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = name_table ()
##
## The functions of Octave that are there for gpuArrays or by a name of their own, a row each, made from what this tree has: the
## methods of gpuArray, names with "gpu" in front, how many of Octave's own tests they pass with gpuArrays
## (tests/conformance/functions.tsv), and what differs (tests/sweep/known.txt).

function html = name_table ()

  ours = public_functions ();
  front = strncmp (ours, "gpu", 3);
  plain = cellfun (@(n) n(4:end), ours(front), "UniformOutput", false);
  taken = {"demo", "rng", "Array", "Device", "reduce", "scan"}; # other functions of Octave, or none
  plain = setdiff (plain(cellfun (@(n) any (exist (n) == [2 3 5]), plain)), taken);
  passed = of_lines (fullfile ("tests", "conformance", "functions.tsv"), '^(\w+)\t(\d+\t\d+\t\d+)');
  present = methods (gpuArray (0)).';
  names = unique ([present, plain, fieldnames(passed).']);
  differs = of_lines (fullfile ("tests", "sweep", "known.txt"), '^(\w+) \w+ (.*)$');
  rows = cell (1, numel (names));
  for k = 1:numel (names)
    name = names{k};
    own = "";
    if (any (strcmp (ours, ["gpu" name])))
      own = sprintf ("<code>gpu%s</code>", name);
    endif
    counts = [0 0 0];
    tests = "";
    if (isfield (passed, name))
      counts = sscanf (passed.(name), "%d").';
      tests = sprintf ("%d of %d", counts([2 1]));
    endif
    here = counts(2) > 0 || any (strcmp (present, name)) || takes (name);
    note = "";
    if (isfield (differs, name))
      note = differs.(name);
    endif
    rows{k} = sprintf ("<tr><td><code>%s</code></td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", name, ...
                       {"no", "yes"}{1 + here}, own, tests, escape_html (note));
  endfor
  html = ["<table>\n<tr><th>function</th><th>takes gpuArrays</th><th>for host arrays, too</th><th>Octave's tests that pass</th>" ...
          "<th>what differs</th></tr>\n", rows{:}, "</table>\n"];
  html = ["<div class=\"wide\">" html "</div>\n"];

endfunction

## Is a gpuArray an argument that the function takes?
function answer = takes (name)

  try
    feval (name, gpuArray ([2 0 1]));
    answer = true;
  catch
    answer = false;
  end_try_catch

endfunction

## What the lines of a file that match PATTERN have for each name; of several, all of it.
function s = of_lines (file, pattern)

  s = struct ();
  for t = regexp (fileread (file), pattern, "tokens", "lineanchors", "dotexceptnewline")
    [name, text] = t{1}{:};
    if (! isfield (s, name))
      s.(name) = text;
    elseif (isempty (strfind (s.(name), text)))
      s.(name) = [s.(name) "; " text];
    endif
  endfor

endfunction
