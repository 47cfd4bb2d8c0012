## SPDX-License-Identifier: GPL-3.0-or-later

## list_functions (): print the names of Octave's functions that tests/sweep_functions calls, a line each: builtins and
## m-files of Octave's own path, but for those that tests/sweep/excluded.txt leaves out.
## list_functions (COUNT): only COUNT of them, chosen by the seed in GPUREDUCE_TEST_SEED.

function list_functions (count = Inf)

  names = [__builtins__()(:); own_files()(:)];
  names = unique (names(! strncmp (names, "__", 2)));
  names = names(cellfun (@isvarname, names)); # no keywords, no classes of a package
  excluded = first_words ("excluded.txt");
  folders = strcat (filesep (), strtrim (excluded(endsWith (excluded, "/"))));
  names = names(! ismember (names, excluded));
  is_left = true (size (names));
  for k = 1:numel (names)
    file = file_in_loadpath ([names{k} ".m"]);
    is_left(k) = isempty (file) || ! any (cellfun (@(folder) ! isempty (strfind (file, folder)), folders));
  endfor
  names = names(is_left);
  if (count < numel (names))
    rand ("twister", str2double (getenv ("GPUREDUCE_TEST_SEED")));
    names = sort (names(randperm (numel (names), count)));
  endif
  printf ("%s\n", names{:});

endfunction

## Without those of this project, which may be on the path, too.
function names = own_files ()

  names = {};
  for folder = ostrsplit (path (), pathsep ())
    if (strncmp (folder{1}, OCTAVE_HOME (), numel (OCTAVE_HOME ())))
      names = [names; __list_functions__(folder{1})(:)];
    endif
  endfor

endfunction
