## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = __spmd_ask__ (QUESTION, ...): what the gateway over MPI answers, with its errors in the words of what failed.

function varargout = __spmd_ask__ (varargin)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __spmd__ (varargin{:});
  catch err
    message = err.message;
    front = "__spmd__: ";
    if (strncmp (message, front, numel (front)))
      message = message(numel (front)+1:end);
    endif
    error (struct ("message", message, "identifier", err.identifier));
  end_try_catch

endfunction
