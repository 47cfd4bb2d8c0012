## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = link_names (HTML, PAGE)
##
## Functions and files that have pages are links where they are named as code, but not to
## PAGE itself.

function html = link_names (html, page)

  names = public_functions ();
  links = [names, {"plots/RESULTS.md", "kernels/README.md", "mex/README.md", "tests/README.md", "CONTRIBUTING.md", "kernels/gpureduce.h", "kernels/elements.h", "octave/VERSIONS.md"}; ...
           names, {"results", "sources", "sources", "sources", "contributing", "c", "c", "versions"}];
  for link = links(:, ! strcmp (links(2,:), page))
    code = ["<code>" link{1} "</code>"];
    html = strrep (html, code, ["<a href=\"" link{2} ".html\">" code "</a>"]);
  endfor

endfunction
