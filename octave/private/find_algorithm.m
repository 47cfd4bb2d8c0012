## SPDX-License-Identifier: GPL-3.0-or-later

## K = find_algorithm (CALLER, LIST, NAME)
##
## Index of the algorithm of that name or alias in LIST, which gpualgos gives.  It is
## an error of the function CALLER if there is none.

function k = find_algorithm (caller, list, name)

  check_string (caller, "NAME", name, 100);
  k = find (arrayfun (@(a) any (strcmpi (name, [{a.name}, a.aliases(:).'])), list));
  if (isempty (k))
    refuse_word (caller, "no algorithm is called", name, {list.name});
  endif

endfunction
