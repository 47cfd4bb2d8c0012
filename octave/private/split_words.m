## SPDX-License-Identifier: GPL-3.0-or-later

## WORDS = split_words (TEXT)
##
## The words of TEXT, which stand between blanks, as a row of cells.

function words = split_words (text)

  words = ostrsplit (text, " \t\r\n", true);
  words(cellfun ("isempty", words)) = [];

endfunction
