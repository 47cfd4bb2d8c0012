## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGS): what the gateway answers, with errors of gpuNAME.

function varargout = ask (question, x, name, wanted, numbers, type, states, args)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_processes__ (question, x, name, wanted, numbers, type, states, args{:});
  catch err
    error (as_of_caller (name, err));
  end_try_catch

endfunction
