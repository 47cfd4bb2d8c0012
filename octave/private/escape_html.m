## SPDX-License-Identifier: GPL-3.0-or-later

## TEXT = escape_html (TEXT): text as HTML has it.

function text = escape_html (text)

  for pair = {"&", "<", ">", "\"", "'"; "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}
    text = strrep (text, pair{:});
  endfor

endfunction
