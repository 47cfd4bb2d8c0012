## SPDX-License-Identifier: GPL-3.0-or-later

## refuse_word (CALLER, WHAT, WORD, NAMES)
## refuse_word (CALLER, WHAT, WORD, NAMES, HINT)
##
## An error of the function CALLER: WHAT, as in "there is no demo", the value WORD, and HINT, if there is one; then the
## name of the cell array NAMES that was most likely meant, and all NAMES.

function refuse_word (caller, what, word, names, hint = "")

  meant = "";
  if (strcmp (class (word), "char") && isrow (word) && numel (word) <= 40 && all (word)) # no gpuArray, no NUL
    meant = __gpureduce__ ("meant", word, names);
  endif
  if (isempty (meant))
    list = "; there are ";
  else
    list = sprintf ('; did you mean "%s"? There are ', meant);
  endif
  error ("gpureduce:badArgument", "%s: %s %s%s%s%s", caller, what, show_value (word), hint, list, ...
         strjoin (names(:).', ", "));

endfunction
