## SPDX-License-Identifier: GPL-3.0-or-later

## SECTIONS = search_index (NAME, TITLE, BODY)
##
## What is looked up of the page NAME.html: a row of structs for the page and for each of its parts that begin with a heading
## of level 2, with `page`, which is the address, `title`, and `words`, each different word once in lower case.

function sections = search_index (name, title, body)

  [marks, parts] = regexp (body, '<h2 id="([^"]*)">(.*?)</h2>', "tokens", "split");
  sections = struct ("page", [name ".html"], "title", title, "words", words_of (parts{1}));
  for k = 1:numel (marks)
    heading = strtrim (plain (marks{k}{2}));
    sections(end+1) = struct ("page", [name ".html#" marks{k}{1}], "title", [title ": " heading], "words", words_of (parts{k+1}));
  endfor

endfunction

function text = plain (html)

  text = regexprep (html, {'<[^>]*>', '&lt;', '&gt;', '&quot;', '&amp;'}, {" ", "<", ">", "\"", "\\&"});

endfunction

function words = words_of (html)

  found = regexp (lower (plain (html)), '[a-z_]\w+', "match");
  words = strjoin (unique (found), " ");

endfunction
