## SPDX-License-Identifier: GPL-3.0-or-later

## R = horzcat (A, B, ...): [A, B, ...], of which some are codistributed.

function r = horzcat (varargin)

  r = joined ("horzcat", 2, varargin);

endfunction
