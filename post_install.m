## SPDX-License-Identifier: GPL-3.0-or-later

## post_install (DESC): what `pkg install` runs at the end.  It says which backends the package has.

function post_install (desc)

  built = strsplit (fileread (fullfile (desc.dir, "built_for")), "\n");
  printf ("%s %s: installed, with the backends: %s\n", desc.name, desc.version, built{2});

endfunction
