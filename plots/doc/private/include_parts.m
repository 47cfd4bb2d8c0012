## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = include_parts (TEXT)
##
## Markdown, with files or sections of files in the place of `<!-- include: FILE -->` and
## `<!-- include: FILE # HEADING -->`.  The title of a whole file is left out, as a page has its own.

function text = include_parts (text)

  [parts, rest] = regexp (text, '<!-- include: (\S+)(?: # (.*?))? -->', "tokens", "split");
  for k = 1:numel (parts)
    part = fileread (parts{k}{1});
    if (numel (parts{k}) == 2)
      part = section (part, parts{k}{:});
    else
      part = regexprep (part, '^# [^\n]*\n', "", "once");
    endif
    rest{k} = [rest{k} part];
  endfor
  text = [rest{:}];

endfunction

## The section of a heading, up to the next one that is not below it.  Of the title it is what
## stands before all other headings.
function part = section (text, file, heading)

  [marks, titles, from] = regexp (text, '^(#+) (.*)$', "tokens", "match", "start", "lineanchors", "dotexceptnewline");
  levels = cellfun (@(m) numel (m{1}), marks);
  at = find (strcmp (strtrim (regexprep (titles, '^#+ ', "")), heading), 1);
  if (isempty (at))
    error ("make_doc: '%s' has no heading '%s'", file, heading);
  endif
  level = levels(at);
  if (level == 1)
    level = Inf;
  endif
  next = at + find (levels(at+1:end) <= level, 1);
  if (isempty (next))
    part = text(from(at):end);
  else
    part = text(from(at):from(next)-1);
  endif

endfunction
