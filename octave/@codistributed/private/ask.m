## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (QUESTION, ...): what the gateway answers, with errors in the words of the call.

function varargout = ask (varargin)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_processes__ (varargin{:});
  catch err
    error (struct ("message", regexprep (err.message, '^__\w+__: ', ""), "identifier", err.identifier));
  end_try_catch

endfunction
