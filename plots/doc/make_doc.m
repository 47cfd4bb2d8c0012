## SPDX-License-Identifier: GPL-3.0-or-later

## make_doc (FOLDER): what `make doc` runs; it writes the documentation as pages to the new folder FOLDER.
##
## A page of text is a file NAME.md beside this one, in which comments of these kinds stand for more:
##
##   <!-- include: FILE -->            FILE of the tree, or, with FILE # HEADING, its section of that heading
##   <!-- example: CODE -->            CODE for Octave and what it displays, and the pictures that it makes
##   <!-- more: CODE -->               the same, with the variables of those before it on the page
##   <!-- header: FILE -->             a header of C: its comments as text, its declarations as code
##   <!-- listing: FILE -->            FILE as it is
##   <!-- output: PROGRAM -->          what a program of the tree prints
##   <!-- functions -->                all functions, with a line for each
##   <!-- names -->                    the functions of Octave that are there, and under which name
##
## The help text of each function is a page, too.

function make_doc (folder)

  make_path_absolute ();
  folder = make_absolute_filename (folder);
  [is_made, message] = mkdir (fullfile (folder, "pictures"));
  if (! is_made)
    error ("make_doc: cannot make the folder '%s': %s", folder, message);
  endif
  draw_sweeps (folder);

  ## in the order of the links at the head of every page
  pages = {"index", "install", "tutorial", "functions", "elements", "operators", "matlab", "order", "keys", "guarantees", ...
           "versions", "algorithms", "plots", "speed", "results", "demo", "scale", "c", "sources", "contributing"};
  titles = cell (size (pages));
  texts = cell (size (pages));
  for k = 1:numel (pages)
    texts{k} = include_parts (read_beside ([pages{k} ".md"]));
    titles{k} = regexp (texts{k}, '^# (.*)$', "tokens", "once", "lineanchors", "dotexceptnewline"){1};
  endfor
  names = public_functions ();
  found = {};
  for k = 1:numel (pages)
    step (k, numel (pages) + numel (names), pages{k});
    body = fill_in (link_pages (link_pictures (markdown (texts{k}))), folder);
    body = link_names (body, pages{k});
    write_page (folder, pages{k}, titles{k}, body, pages, titles);
    found{end+1} = search_index (pages{k}, titles{k}, body);
  endfor
  for k = 1:numel (names)
    step (numel (pages) + k, numel (pages) + numel (names), names{k});
    body = function_page (names{k}, folder);
    write_page (folder, names{k}, names{k}, body, pages, titles);
    found{end+1} = search_index (names{k}, names{k}, body);
  endfor
  save_file (fullfile (folder, "style.css"), [page_style() read_beside("style.css")]);
  save_file (fullfile (folder, "site.js"), read_beside ("site.js"));
  save_file (fullfile (folder, "search_index.js"), ["const sections = " jsonencode([found{:}]) ";\n"]);

endfunction

function step (k, all, name)

  printf ("[%3d/%d] PAGE   %s\n", k, all, name);
  fflush (stdout);

endfunction

## A page for each data file of a sweep, and the pictures that the texts show.
function draw_sweeps (folder)

  for file = glob (fullfile ("plots", "data", "*.dat")).'
    [~, name] = fileparts (file{1});
    gpusweepreport (file{1}, fullfile (folder, name));
    draw_plots (file{1}, fullfile (folder, "pictures"));
  endfor

endfunction

## Put what comments in HTML stand for in their place.
function html = fill_in (html, folder)

  [parts, rest] = regexp (html, '<!-- (\w+)(?:: (.*?))? -->', "tokens", "split");
  made = cell (1, numel (parts));
  before = "";
  for k = 1:numel (parts)
    [what, argument] = [parts{k}, {""}]{1:2};
    switch (what)
      case "example"
        made{k} = example_html (argument, strrep (argument, " ", "-"), folder);
      case "more"
        made{k} = example_html (argument, strrep (argument, " ", "-"), folder, before);
        before = [before, argument, "\n"];
      case "functions"
        made{k} = function_list ();
      case "names"
        made{k} = name_table ();
      case "header"
        made{k} = header_html (argument);
      case "listing"
        made{k} = pre ("code", fileread (argument));
      case "output"
        made{k} = pre ("output", tool_output (argument, {}));
      otherwise
        error ("make_doc: nothing is called '%s'", what);
    endswitch
  endfor
  html = [rest; [made, {""}]];
  html = [html{:}];

endfunction

## Pictures lie in one folder, can be opened alone, and move inside their box on a narrow screen.
function html = link_pictures (html)

  html = regexprep (html, '<p>\s*<img src="(?:plots/)?data/([^"]*)" alt="([^"]*)" />\s*</p>', ...
                    '<div class="wide picture"><a href="pictures/$1"><img src="pictures/$1" alt="$2"></a></div>');
  html = strrep (strrep (html, "<table>", "<div class=\"wide\"><table>"), "</table>", "</table></div>");

endfunction

## Files of the tree that have pages are linked as these.
function html = link_pages (html)

  pages = {'plots/doc/(\w+)\.md', '$1'; 'plots/RESULTS\.md', "results"; '(?:kernels|mex|tests)/README\.md', "sources"; ...
           'CONTRIBUTING\.md', "contributing"};
  html = regexprep (html, strcat ('<a href="', pages(:,1), '">').', strcat ('<a href="', pages(:,2), '.html">').');

endfunction

## The categories of INDEX, each with its functions and the first sentences of their help texts.
function html = function_list ()

  html = "";
  for line = strsplit (strtrim (fileread ("INDEX")), "\n")(2:end)
    name = strtrim (line{1});
    if (line{1}(1) != " ")
      html = [html, "<h2 id=\"", lower(strrep (name, " ", "-")), "\">", escape_html(name), "</h2>\n"];
    else
      html = [html, sprintf("<p class=\"function\"><code>%s</code> %s</p>\n", name, ...
                            escape_html (get_first_help_sentence (name, 200)))];
    endif
  endfor

endfunction

function write_page (folder, name, title, body, pages, titles)

  links = "";
  for k = 1:numel (pages)
    here = "";
    if (strcmp (pages{k}, name))
      here = " aria-current=\"page\"";
    endif
    links = [links, sprintf("<a href=\"%s.html\"%s>%s</a>\n", pages{k}, here, escape_html (titles{k}))];
  endfor
  version = regexp (fileread ("DESCRIPTION"), '^Version: (\S+)', "tokens", "once", "lineanchors"){1};
  html = [page_head(strjoin (unique ({title, "gpureduce"}, "stable"), " - "), "<link rel=\"stylesheet\" href=\"style.css\">"), ...
          "<header>\n<details class=\"menu\" open>\n<summary>All pages</summary>\n<nav>\n", links, "</nav>\n</details>\n", ...
          "<div class=\"search\" hidden><input type=\"search\" placeholder=\"search\" aria-label=\"search\"><ol></ol></div>\n", ...
          "</header>\n<main>\n", add_contents(body), "</main>\n", turns(name, pages, titles), ...
          "<footer>gpureduce ", escape_html(version), "</footer>\n<script src=\"search_index.js\"></script>\n", ...
          "<script src=\"site.js\"></script>\n</body>\n</html>\n"];
  save_file (fullfile (folder, [name ".html"]), html);

endfunction

## Links to the pages before and behind this one, of functions in the order of their names.
function html = turns (name, pages, titles)

  k = find (strcmp (pages, name));
  if (isempty (k))
    pages = titles = public_functions ();
    k = find (strcmp (pages, name));
  endif
  html = "<div class=\"turn\">\n";
  ends = {k - 1, "<a rel=\"prev\" href=\"%s.html\">&larr; %s</a>\n"; k + 1, "<a rel=\"next\" href=\"%s.html\">%s &rarr;</a>\n"};
  for e = ends.'
    if (e{1} >= 1 && e{1} <= numel (pages))
      html = [html, sprintf(e{2}, pages{e{1}}, escape_html (titles{e{1}}))];
    else
      html = [html, "<span></span>\n"];
    endif
  endfor
  html = [html, "</div>\n"];

endfunction

## Behind the title of a page of several sections, links to them, where it has none itself.
function body = add_contents (body)

  sections = regexp (body, '<h2 id="([^"]*)">(.*?)</h2>', "tokens");
  if (numel (sections) < 3 || any (strfind (body, ["href=\"#" sections{1}{1} "\""])))
    return;
  endif
  items = cellfun (@(s) sprintf ("<li><a href=\"#%s\">%s</a></li>\n", s{1}, regexprep (s{2}, '<[^>]*>', "")), sections, ...
                   "UniformOutput", false);
  [title, rest] = regexp (body, '^.*?</h1>\n', "match", "split", "once");
  body = [title, "<ul class=\"contents\">\n", items{:}, "</ul>\n", rest{2}];

endfunction

function text = read_beside (name)

  text = fileread (fullfile (fileparts (mfilename ("fullpath")), name));

endfunction
