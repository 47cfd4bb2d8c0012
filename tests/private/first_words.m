## SPDX-License-Identifier: GPL-3.0-or-later

## WORDS = first_words (FILE): those of the lines of tests/sweep/FILE, which are lists of functions, each with a reason.

function words = first_words (file)

  folder = fileparts (fileparts (mfilename ("fullpath")));
  words = regexp (fileread (fullfile (folder, "sweep", file)), '^[^#\s]\S*', "match", "lineanchors");

endfunction
