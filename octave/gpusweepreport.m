## SPDX-License-Identifier: GPL-3.0-or-later

## -*- texinfo -*-
## @deftypefn  {} {} gpusweepreport (@var{file}, @var{folder})
## @deftypefnx {} {@var{page} =} gpusweepreport (@var{file}, @var{folder})
## Make a page for browsers of a data file of @code{gpusweep}.
##
## @var{folder} is made if it is not there; @file{index.html} in it is replaced.  The page is one file that needs no
## other and no network.  It has the device, the commit of gpureduce and the date of the sweep; all plots of
## @code{gpusweepplot} that the file has data for; and a table of all points with their time in microseconds, GB/s, the
## spread of the times, and the percentage of the device's limit: the time of the read or copy of as many bytes over the
## time of the point, where the file has that limit.  A click on a heading sorts the table.
##
## @var{page} is the name of the file.
##
## The data file is checked as by @code{gpusweepplot} and may come from anyone: what is text in it is text on the page.
## The errors are those of @code{gpusweepplot}, and @code{gpureduce:badArgument} for a folder that cannot be made.
##
## @example
## @group
## gpusweep ("algorithms", "auto shuffle kogge", "lengths", [1000 4000], ...
##           "blocks", [64 256], "repeat", 3, "file", "sweep.dat");
##   @print{} # device: @dots{}
## page = gpusweepreport ("sweep.dat", "report")
##   @result{} page = report/index.html
## @end group
## @end example
## @seealso{gpusweep, gpusweepplot, gpusweepcompare}
## @end deftypefn

function page = gpusweepreport (file, folder)

  if (nargin != 2)
    print_usage ();
  endif
  check_string ("gpusweepreport", "FILE", file, 4096, 1);
  check_string ("gpusweepreport", "FOLDER", folder, 4096, 1);
  sweep = read_sweep (file, "gpusweepreport");
  [is_made, message] = mkdir (folder);
  if (! is_made)
    bad ("cannot make the folder '%s': %s", folder, message);
  endif
  page = fullfile (folder, "index.html");
  message = put_file (page, [head_of(sweep), plots_of(file), table_of(sweep), tail()]);
  if (! isempty (message))
    bad ("cannot write '%s': %s", page, message);
  endif
  if (nargout == 0)
    clear page;
  endif

endfunction

function text = head_of (sweep)

  title = ["Sweep on " sweep.device];
  facts = {"device", sweep.device; "commit of gpureduce", sweep.commit; "date", sweep.date; "times", sweep.remark};
  list = "";
  for k = 1:rows (facts)
    list = [list, sprintf("<dt>%s</dt><dd>%s</dd>\n", facts{k,1}, escape_html (facts{k,2}))];
  endfor
  style = ["<style>\n" page_style() ...
           "dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem }\ndd { margin: 0 }\n" ...
           "th, td { text-align: right; white-space: nowrap }\n" ...
           "th { position: sticky; top: 0 }\nth button { font: inherit; border: 0; background: none; cursor: pointer }\n" ...
           ".text { text-align: left }\n" ...
           "meter { width: 6rem }\n" ...
           "</style>"];
  text = [page_head(title, style), "<h1>", escape_html(title), "</h1>\n<dl>\n", list, "</dl>\n"];

endfunction

## The plots as pictures within the page.
function text = plots_of (file)

  text = "<h2>Plots</h2>\n";
  picture = [tempname() ".svg"];
  unwind_protect
    for kind = gpusweepplot ()
      try
        gpusweepplot (file, kind{1}, picture);
      catch err
        if (! strcmp (err.identifier, "gpureduce:noData"))
          rethrow (err);
        endif
        continue;
      end_try_catch
      data = matlab.net.base64encode (uint8 (fileread (picture)));
      text = [text, sprintf("<p><img alt=\"plot: %s\" src=\"data:image/svg+xml;base64,%s\"></p>\n", kind{1}, data)];
    endfor
  unwind_protect_cleanup
    [~, ~] = unlink (picture);
  end_unwind_protect

endfunction

function text = table_of (sweep)

  headings = {"function", "class", "size/dim", "algorithm", "block", "&micro;s", "GB/s", "spread %", "% of limit"};
  is_text = [true, true, true, true, false, false, false, false, false];
  cells = "";
  for k = 1:numel (headings)
    cells = [cells, sprintf("<th%s><button>%s</button></th>", class_of (is_text(k)), headings{k})];
  endfor
  percent = percent_of_limit (sweep);
  lines = cell (1, numel (sweep.seconds));
  for k = 1:numel (lines)
    texts = {sweep.function{k}, sweep.class{k}, sweep.place{k}, sweep.algorithm{k}};
    numbers = [sweep.block(k), 1e6 * sweep.seconds(k), sweep.gbps(k), 100 * sweep.spread(k)];
    bar = "<td></td>";
    if (percent(k) > 0)
      bar = sprintf ("<td>%.1f <meter max=\"100\" value=\"%.1f\"></meter></td>", percent(k), percent(k));
    endif
    lines{k} = ["<tr>", sprintf("<td class=\"text\">%s</td>", texts{:}), sprintf("<td>%s</td>", shown (numbers){:}), bar, ...
                "</tr>\n"];
  endfor
  text = ["<h2>Points</h2>\n<div class=\"wide\"><table>\n<thead><tr>", cells, "</tr></thead>\n<tbody>\n", lines{:}, ...
          "</tbody></table></div>\n"];

endfunction

function text = class_of (is_text)

  text = "";
  if (is_text)
    text = " class=\"text\"";
  endif

endfunction

## Numbers as they are read; nothing for those that are missing.
function texts = shown (numbers)

  texts = arrayfun (@(x) sprintf ("%.4g", x), numbers, "UniformOutput", false);
  texts(isnan (numbers)) = {""};

endfunction

## How much of the time of each point the limit's is; NaN where the file has no limit.
function percent = percent_of_limit (sweep)

  names = strcat (sweep.panel, {" "}, sweep.place);
  is_limit = ismember (sweep.algorithm, {"read-limit", "copy-limit"});
  limits = sweep.seconds(is_limit);
  [is_known, place] = ismember (names, names(is_limit));
  percent = NaN (size (sweep.seconds));
  percent(is_known) = 100 * limits(place(is_known)) ./ sweep.seconds(is_known);
  percent(! isfinite (percent)) = NaN;

endfunction

## A click on a heading sorts by its column, and once more the other way.
function text = tail ()

  text = ["<script>\n" ...
          "document.querySelectorAll ('th button').forEach (function (button) {\n" ...
          "  var ascending = false, column = button.parentNode.cellIndex;\n" ...
          "  button.addEventListener ('click', function () {\n" ...
          "    var body = document.querySelector ('tbody'), rows = Array.from (body.rows);\n" ...
          "    ascending = ! ascending;\n" ...
          "    rows.sort (function (a, b) {\n" ...
          "      var x = a.cells[column].textContent, y = b.cells[column].textContent, d = parseFloat (x) - parseFloat (y);\n" ...
          "      if (column < 4 || isNaN (d)) d = x.localeCompare (y, 'en', { numeric: true });\n" ...
          "      return ascending ? d : -d;\n" ...
          "    });\n" ...
          "    rows.forEach (function (row) { body.appendChild (row); });\n" ...
          "  });\n" ...
          "});\n" ...
          "</script>\n</body>\n</html>\n"];

endfunction

function bad (template, varargin)

  error ("gpureduce:badArgument", ["gpusweepreport: " template], varargin{:});

endfunction

%!function file = data (varargin)
%!  file = [tempname() ".dat"];
%!  fid = fopen (file, "w");
%!  fprintf (fid, "%s\n", varargin{:});
%!  fclose (fid);
%!endfunction
%!function remove (varargin)
%!  delete (varargin{1});
%!  confirm_recursive_rmdir (false, "local");
%!  rmdir (varargin{2}, "s");
%!endfunction
%!test # the facts, the points, the limit; what is hostile stays text
%! file = data ("# device: <script>alert (1)</script> & \"A\"", "# commit: '><img src=x onerror=alert(1)>", ...
%!              "# date: 2026-11-25", "gpusum read-limit 0 100x1 1 double 1e-6 8 0.02", ...
%!              "gpusum auto 0 100x1 1 double 2e-6 4 0.02", "gpusum kogge 32 200x1 1 double 1e-5 8 NaN");
%! folder = tempname ();
%! cleanup = onCleanup (@() remove (file, folder));
%! page = gpusweepreport (file, folder);
%! assert (page, fullfile (folder, "index.html"));
%! text = fileread (page);
%! assert (numel (strfind (text, "<script>")), 1);
%! assert (isempty (strfind (text, "<img src=x")));
%! assert (! isempty (strfind (text, "&lt;script&gt;alert (1)&lt;/script&gt; &amp; &quot;A&quot;")));
%! assert (! isempty (strfind (text, "&#39;&gt;&lt;img src=x onerror=alert(1)&gt;")));
%! assert (numel (strfind (text, "<tr>")), 4);
%! row = regexp (text, '<tr><td class="text">gpusum</td><td class="text">double</td><td class="text">100x1/1</td><td class="text">auto</td>(.*?)</tr>', "tokens", "once"){1};
%! assert (row, ["<td>0</td><td>2</td><td>4</td><td>2</td>" "<td>50.0 <meter max=\"100\" value=\"50.0\"></meter></td>"]);
%! row = regexp (text, '<td class="text">kogge</td>(.*?)</tr>', "tokens", "once"){1};
%! assert (row, "<td>32</td><td>10</td><td>8</td><td></td><td></td>");
%! assert (! isempty (regexp (text, '<img alt="plot: \w+" src="data:image/svg\+xml;base64,[A-Za-z0-9+/=]+">', "once")));
%!error <Invalid call to gpusweepreport> gpusweepreport ("a")
%!error <FOLDER must be a string of 1 to 4096 characters> gpusweepreport ("a", 5)
%!error <FOLDER must be a string of 1 to 4096 .* given was ''> gpusweepreport ("a", "")
%!error <FILE must be a string of 1 to 4096 .* given was ''> gpusweepreport ("", "a")
%!error <there is no file> gpusweepreport (tempname (), tempname ())
%!error <is a folder, not a data file> gpusweepreport (tempdir (), tempname ())
%!error id=gpureduce:noData gpusweepreport ("/dev/null", tempname ())
%!testif ; isunix () # names are nothing but names, and the page has none of them
%! folder = tempname ();
%! mkdir (folder);
%! name = fullfile (folder, "it's \"$(touch x)\" `touch y` %d \\n <b>&amp;\n;");
%! fid = fopen (name, "w");
%! cleanup = onCleanup (@() remove (name, folder));
%! fprintf (fid, "# device: <b>&amp; %%d \\n 'x'\ngpusum auto 0 %dx1 1 double 1e-6 8 0.02\n", [100 200]);
%! fclose (fid);
%! page = gpusweepreport (name, [name " page"]);
%! assert (page, [name " page/index.html"]);
%! text = fileread (page);
%! assert (isempty (strfind (text, "touch")) && isempty (strfind (text, "<b>")));
%! assert (! isempty (strfind (text, "<dd>&lt;b&gt;&amp;amp; %d \\n &#39;x&#39;</dd>")));
%! pictures = regexp (text, 'base64,([^"]+)"', "tokens");
%! assert (numel (pictures), 1);
%! assert (! isempty (strfind (char (matlab.net.base64decode (pictures{1}{1})), "&lt;b>&amp;amp; %d \\n 'x': ")));
%! assert (numel (readdir (folder)), 4);
%! assert (! isempty (strfind (evalc ("gpusweepcompare (name, name);"), "SAME 2, FAST 0")));
%! fail ("gpusweepreport (name, name)", "cannot make the folder");
%!test # files without a row, which make no folder
%! folder = tempname ();
%! for lines = {{}, {"# device: A"}}
%!   file = data (lines{1}{:});
%!   cleanup = onCleanup (@() delete (file));
%!   fail ("gpusweepreport (file, folder)", ["gpusweepreport: there is no valid point in '" file "'"]);
%!   assert (! isfolder (folder));
%! endfor
%!error <cannot make the folder>
%! file = data ("gpusum auto 0 100x1 1 double 2e-6 4 0.02");
%! cleanup = onCleanup (@() delete (file));
%! gpusweepreport (file, fullfile (file, "below a file"));
