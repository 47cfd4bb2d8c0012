## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = pre (KIND, TEXT): TEXT as it is, as "code" or "output".

function html = pre (kind, text)

  text = regexprep (strrep (text, "\f", ""), '^(\s*\n)+|\s+$', "");
  html = ["<pre class=\"" kind "\">" escape_html(text) "</pre>\n"];

endfunction
