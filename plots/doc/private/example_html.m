## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = example_html (TEXT, NAME, FOLDER)
## HTML = example_html (TEXT, NAME, FOLDER, BEFORE)
##
## Run TEXT, an example of a help text or code of Octave, and show each piece with what it
## displays.  BEFORE is code that is run first, and not shown.  Pictures that it makes are put into FOLDER as pictures of NAME.

function html = example_html (text, name, folder, before = "")

  cleanup = scratch_folder ();
  was = getenv ("TMPDIR");
  setenv ("TMPDIR", pwd ()); # where gpudemo puts its plot
  back = onCleanup (@() setenv ("TMPDIR", was));
  html = "";
  if (isempty (before))
    parts = run_example (text);
  else
    parts = run_example ([before "@result{}\n" text])(2:end); # a result ends a piece
  endif
  for p = parts
    if (! isempty (p.error))
      error ("make_doc: example of %s: %s: %s", name, p.code, p.error);
    endif
    html = [html, pre("code", p.code)];
    if (! isempty (strtrim (p.shown)))
      html = [html, pre("output", p.shown)];
    endif
  endfor
  clear ("back"); # what is run from here on has its own files
  pictures = glob ("*.png").';
  for k = 1:numel (pictures)
    copy = sprintf ("pictures/%s-example-%d.png", name, k);
    save_file (fullfile (folder, copy), fileread (pictures{k}));
    html = [html, sprintf("<div class=\"wide picture\"><a href=\"%s\"><img src=\"%s\" alt=\"the plot that this makes\"></a></div>\n", ...
                          copy, copy)];
  endfor

endfunction
