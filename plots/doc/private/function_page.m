## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = function_page (NAME, FOLDER)
##
## The help text of a function, its examples with what they really display, its demos, and
## links to the functions that it refers to; those of Octave are named only.

function html = function_page (name, folder)

  text = regexprep (get_help_text (name), '^ ', "", "lineanchors"); # the blank behind the signs of a comment
  also = regexp (text, '@seealso\{([^}]*)\}', "tokens", "once");
  text = regexprep (text, '@seealso\{[^}]*\}', "");
  [examples, rest] = regexp (text, '@example\n(.*?)@end example\n', "tokens", "split");
  marks = arrayfun (@(k) sprintf ("\nEXAMPLE-NUMBER-%d\n\n", k), 1:numel (examples), "UniformOutput", false);
  text = [rest; [marks, {""}]];

  body = regexp (convert (["\\input texinfo\n" __makeinfo__([text{:}], "texinfo") "\n@bye\n"], "makeinfo", ...
                          {"--html", "--no-headers", "--no-split", "--no-validate", "--no-warn", "--force", "--output=-"}), ...
                 '<body[^>]*>(.*)</body>', "tokens", "once"){1};
  body = regexprep (body, {'<span class="category[^>]*>[^<]*</span>', '<a [^>]*class=.copiable-[^>]*>[^<]*</a>', ...
                           ' compact="compact"', '\s*\n(\s*\n)+'}, {"", "", "", "\n"});
  body = link_names (strrep (strrep (body, "<table>", "<div class=\"wide\"><table>"), "</table>", "</table></div>"), name);
  pieces = regexp (body, '<p>EXAMPLE-NUMBER-\d+\s*</p>', "split");
  if (numel (pieces) != numel (examples) + 1)
    error ("make_doc: %s: examples are lost", name);
  endif
  for k = 1:numel (examples)
    pieces{k} = [pieces{k}, "<h2>Example</h2>\n", example_html(examples{k}{1}, name, folder)];
  endfor
  html = ["<h1><code>" escape_html(name) "</code></h1>\n", pieces{:}, demos(name, folder)];
  if (! isempty (also))
    html = [html, "<p>See also: ", strjoin(cellfun (@to_page, strtrim (strsplit (also{1}, ",")), "UniformOutput", false), ", "), "</p>\n"];
  endif

endfunction

function html = to_page (name)

  html = link_names (["<code>" escape_html(name) "</code>"], "");

endfunction

function html = demos (name, folder)

  html = "";
  [code, from] = test (name, "grabdemo");
  for k = 1:numel (from) - 1
    html = [html, "<h2>Demo</h2>\n", example_html(regexprep (code(from(k):from(k+1)-1), '^ ', "", "lineanchors"), ...
                                                  [name "-demo"], folder)];
  endfor

endfunction
