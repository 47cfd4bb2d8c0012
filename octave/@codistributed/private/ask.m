## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGS): what the gateway answers, with errors of gpuNAME.

function varargout = ask (question, x, name, wanted, numbers, type, states, args)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_pieces__ (question, x, name, wanted, numbers, type, states, args{:});
  catch err
    message = err.message;
    ours = "__gpureduce_pieces__: ";
    agreed = "__spmd__: "; # of all processes
    if (strncmp (message, ours, numel (ours)))
      message = message(numel (ours)+1:end);
      if (! strncmp (message, "Invalid call", 12))
        message = ["gpu" name ": " message];
      endif
    elseif (strncmp (message, agreed, numel (agreed)))
      message = message(numel (agreed)+1:end);
    endif
    error (struct ("message", message, "identifier", err.identifier));
  end_try_catch

endfunction
