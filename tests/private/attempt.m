## SPDX-License-Identifier: GPL-3.0-or-later

## OUT = cell of NOUT outputs of function NAME on ARGS, or [] and the error.

function [out, err] = attempt (nout, name, args)

  out = cell (1, nout);
  err = [];
  try
    [out{:}] = feval (name, args{:});
  catch err
    out = [];
  end_try_catch

endfunction
