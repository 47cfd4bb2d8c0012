## SPDX-License-Identifier: GPL-3.0-or-later

## [...] = ask (NAME, QUESTION, ...): what the gateway answers, with errors of gpuNAME.

function varargout = ask (name, varargin)

  varargout = cell (1, max (nargout, 1));
  try
    [varargout{:}] = __gpureduce_processes__ (varargin{:});
  catch err
    error (as_of_caller (name, err));
  end_try_catch

endfunction
