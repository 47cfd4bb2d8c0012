## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGS): what the gateway answers, with errors of gpuNAME.

function varargout = ask (question, x, name, wanted, numbers, type, states, args)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_pieces__ (question, x, name, wanted, numbers, type, states, args{:});
  catch err
    message = regexprep (err.message, '^__gpureduce_pieces__: (Invalid call.*)?', ["$1" repmat(["gpu" name ": "], 1, isempty (strfind (err.message, "Invalid call")))]);
    error (struct ("message", message, "identifier", err.identifier));
  end_try_catch

endfunction
