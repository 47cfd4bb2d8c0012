## SPDX-License-Identifier: GPL-3.0-or-later

## [D, SUM] = of_archive (ARCHIVE): the fields of DESCRIPTION in the archive of a package, and its sum by SHA-256.

function [d, sum] = of_archive (archive)

  sum = hash ("sha256", fileread (archive));
  folder = tempname ();
  mkdir (folder);
  confirm_recursive_rmdir (false, "local");
  cleanup = onCleanup (@() rmdir (folder, "s"));
  unpack (archive, folder);
  found = glob (fullfile (folder, "*", "DESCRIPTION"));
  if (numel (found) != 1)
    error ("of_archive: '%s' has %d DESCRIPTION of a package", archive, numel (found));
  endif
  ## a line that begins with a blank goes on with the one before
  text = regexprep (fileread (found{1}), '\n[ \t]+', " ");
  pairs = regexp (text, '^([A-Za-z]+):[ \t]*(.*?)[ \t]*$', "tokens", "lineanchors", "dotexceptnewline");
  d = struct ();
  for p = pairs
    d.(lower (p{1}{1})) = p{1}{2};
  endfor

endfunction
