## SPDX-License-Identifier: GPL-3.0-or-later

## FAULTS = package_index_faults (FILE, ARCHIVE): what is wrong with FILE, the entry of a package in the index of Octave's
## packages, as lines of text; an empty cell is none.
##
## The rules are those of the index: keys and their order, the first and the last line, strings in double quotes, indents of two
## blanks, at most 80 columns but for what cannot be broken, no blanks at the ends of lines.  And name, version, date,
## sum and needed versions are those of ARCHIVE.

function faults = package_index_faults (file, archive)

  faults = {};
  text = fileread (file);
  lines = strsplit (text, "\n", "CollapseDelimiters", false);
  if (numel (lines) < 3 || ! strcmp (lines{1}, "---") || ! strcmp (lines{end-1}, "---") || ! isempty (lines{end}))
    faults{end+1} = "the first and the last line must be ---";
  endif
  for k = 1:numel (lines)
    line = lines{k};
    if (! isempty (regexp (line, '[ \t]$|\t', "once")))
      faults{end+1} = sprintf ("line %d has a tabulator, or ends with a blank", k);
    endif
    if (numel (line) > 80 && isempty (regexp (line, '^ *(- )?\w+: "\S*"$', "once")))
      faults{end+1} = sprintf ("line %d has %d columns", k, numel (line));
    endif
  endfor
  body = regexprep (text, '^description: >-\n(  [^\n]+\n)+', "description: >-\n", "lineanchors");
  keys = @(t, pattern) cellfun (@(m) m{1}, regexp (t, pattern, "tokens", "lineanchors"), "UniformOutput", false);
  faults = [faults, differ("the keys", keys (body, '^(\w+):'), ...
                           {"layout", "permalink", "description", "icon", "links", "maintainers", "versions"})];
  [parts, names] = lists (body);
  wanted = struct ("links", {{"icon", "label", "url"}}, "maintainers", {{"name", "contact"}}, ...
                   "versions", {{"id", "date", "sha256", "url", "depends", "ubuntu2604"}});
  for k = 1:numel (parts)
    if (isfield (wanted, names{k}))
      for item = regexp (parts{k}, '(?<=^|\n)- .*?\n(?=- |$)', "match")
        faults = [faults, differ(["keys of " names{k}], keys (item{1}, '^(?:- |  )(\w+):'), wanted.(names{k}))];
      endfor
    endif
  endfor
  for line = strsplit (body, "\n")
    if (! isempty (line{1}) && isempty (regexp (line{1}, '^(---|description: >-|(- |  )?\w+:( "[^"]*")?|  - "[^"]+")$', "once")))
      faults{end+1} = ["this is no key with a string in double quotes: " line{1}];
    endif
  endfor

  [d, sum] = of_archive (archive);
  [~, name] = fileparts (file);
  value = @(key) strjoin (regexp (body, ["^(?:- |  )?" key ": \"([^\"]*)\"$"], "tokens", "once", "lineanchors"), "");
  pairs = {"layout", "package"; "permalink", [name "/"]; "id", d.version; "date", d.date; "sha256", sum};
  for p = pairs.'
    if (! strcmp (value (p{1}), p{2}))
      faults{end+1} = sprintf ("%s is \"%s\", and should be \"%s\"", p{1}, value (p{1}), p{2});
    endif
  endfor
  if (! strcmp (d.name, name))
    faults{end+1} = sprintf ("the file is called %s, and the package %s", name, d.name);
  endif
  needed = regexp (body, '  depends:\n((?:  - "[^"]+"\n)*)', "tokens", "once");
  needed = keys ([needed{:}], '^  - "([^"]+)"$');
  faults = [faults, differ("what it depends on", needed, [strtrim(strsplit (d.depends, ",")), {"pkg"}])];
  system = regexp (body, '  ubuntu2604:\n((?:  - "[^"]+"\n)*)', "tokens", "once");
  if (isempty (system) || isempty (regexp (system{1}, '^(  - "[a-z0-9][a-z0-9+.-]+"\n)+$', "once")))
    faults{end+1} = "ubuntu2604 has no list of packages' names";
  endif

endfunction

## The lists of BODY, and the names of these.
function [parts, names] = lists (body)

  found = regexp (body, '(?<=\n)(\w+):\n((?:[- ] [^\n]*\n)+)', "tokens");
  names = cellfun (@(t) t{1}, found, "UniformOutput", false);
  parts = cellfun (@(t) t{2}, found, "UniformOutput", false);

endfunction

function faults = differ (what, got, want)

  faults = {};
  if (! isequal (got, want))
    faults = {sprintf("%s are %s, and should be %s", what, strjoin (got, " "), strjoin (want, " "))};
  endif

endfunction
