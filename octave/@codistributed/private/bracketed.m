## SPDX-License-Identifier: GPL-3.0-or-later

## R = bracketed (NAME, A, B, ...): what NAME, horzcat or vertcat, gives of arrays of which some are codistributed.
##
## Of brackets Octave says no more of an error than that the method failed; so a warning says what is wrong.

function r = bracketed (name, varargin)

  try
    r = joined (name, 1 + strcmp (name, "horzcat"), varargin);
  catch err
    warning ("gpureduce:warning", "%s", err.message);
    rethrow (err);
  end_try_catch

endfunction
