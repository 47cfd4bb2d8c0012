## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = header_html (FILE)
##
## A header of C: comments at the beginning of a line are text, and what stands between
## them is code.  `/* ---- TITLE ---- */` is a heading.

function html = header_html (file)

  html = ["<h3><code>" escape_html(file) "</code></h3>\n"];
  [comments, code] = regexp (fileread (file), '^/\*(.*?)\*/\s*$', "tokens", "split", "lineanchors");
  for k = 1:numel (code)
    if (! isempty (strtrim (code{k})))
      html = [html, pre("code", code{k})];
    endif
    if (k <= numel (comments))
      html = [html, comment_html(strtrim (comments{k}{1}))];
    endif
  endfor

endfunction

function html = comment_html (text)

  title = regexp (text, '^---- (.*) ----$', "tokens", "once");
  if (! isempty (title))
    html = ["<h4>" escape_html(title{1}) "</h4>\n"];
    return;
  endif
  text = regexprep (text, '^SPDX-[^\n]*\s*', "");
  html = "";
  for paragraph = regexp (text, '\n\s*\n', "split")
    html = [html, "<p>", regexprep(escape_html (paragraph{1}), '\n\s*- ', "<br>\n&bull; "), "</p>\n"];
  endfor

endfunction
