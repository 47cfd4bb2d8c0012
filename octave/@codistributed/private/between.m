## SPDX-License-Identifier: GPL-3.0-or-later

## ARGS = between (NAME, WHOLE): what a call of gpuNAME has between the array and DIM.

function args = between (name, whole)

  if (any (strcmp (name, {"max", "min"})))
    args = {[]};
  elseif (any (strcmp (name, {"var", "std"})) && ! isempty (whole.weights))
    args = {whole.weights};
  elseif (any (strcmp (name, {"var", "std"})))
    args = {1 - whole.ddof};
  else
    args = {};
  endif

endfunction
