## SPDX-License-Identifier: GPL-3.0-or-later

## NAMES = public_functions (): a row of the functions for users, as file names have them.

function names = public_functions ()

  files = glob (fullfile (fileparts (which ("gpulast")), "*.m")).';
  files(! cellfun ("isempty", regexp (files, '__\.m$', "once"))) = [];
  [~, names] = cellfun (@fileparts, files, "UniformOutput", false);

endfunction
