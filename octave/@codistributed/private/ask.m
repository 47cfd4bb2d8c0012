## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGS): what the gateway answers, with errors of gpuNAME.

function varargout = ask (question, x, name, wanted, numbers, type, states, args)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_pieces__ (question, x, name, wanted, numbers, type, states, args{:});
  catch err
    message = err.message;
    front = "__gpureduce_pieces__: ";
    if (strncmp (message, front, numel (front)))
      message = message(numel (front)+1:end);
    endif
    if (! strncmp (message, "Invalid call", 12))
      message = ["gpu" name ": " message];
    endif
    error (struct ("message", message, "identifier", err.identifier));
  end_try_catch

endfunction
