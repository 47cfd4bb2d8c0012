## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = page_head (TITLE, STYLE)
##
## The beginning of a page for browsers, up to its body.  TITLE is text, STYLE the
## element of HTML that has the style or names its file.

function html = page_head (title, style)

  html = ["<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" ...
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" ...
          "<title>" escape_html(title) "</title>\n" style "\n</head>\n<body>\n"];

endfunction
