## SPDX-License-Identifier: GPL-3.0-or-later

## HTML = convert (TEXT, PROGRAM, OPTIONS): what PROGRAM makes of TEXT, which it reads from a file.

function html = convert (text, program, options)

  file = tempname ();
  cleanup = onCleanup (@() delete (file));
  save_file (file, text);
  html = tool_output (program, [options, {file}]);

endfunction
