## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = markdown (TEXT): text as GitHub's markdown has it, with its anchors of headings.

function html = markdown (text)

  html = convert (text, "pandoc", {"--from=gfm", "--to=html5", "--wrap=preserve", "--no-highlight"});

endfunction
