## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask_gateway (CALLER, QUESTION, ...): what __gpureduce__ answers, with its errors as those of the function CALLER.

function varargout = ask_gateway (caller, varargin)

  varargout = cell (1, nargout);
  try
    [varargout{:}] = __gpureduce__ (varargin{:});
  catch err
    message = err.message;
    front = "__gpureduce__: ";
    if (strncmp (message, front, numel (front)))
      message = [caller ": " message(numel (front)+1:end)];
    endif
    error (struct ("message", message, "identifier", err.identifier));
  end_try_catch

endfunction
