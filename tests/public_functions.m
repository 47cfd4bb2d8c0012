## SPDX-License-Identifier: GPL-3.0-or-later

## NAMES = public_functions (): a row of the functions for users, as file names have them; of classes that are folders
## their constructors.

function names = public_functions ()

  folder = fileparts (which ("gpulast"));
  files = [glob(fullfile (folder, "*.m")); glob(fullfile (folder, "@codistributed", "codistributed.m"))].';
  files(! cellfun ("isempty", regexp (files, '__\.m$', "once"))) = [];
  [~, names] = cellfun (@fileparts, files, "UniformOutput", false);

endfunction
