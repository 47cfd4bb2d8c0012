## SPDX-License-Identifier: GPL-3.0-or-later

## R = vertcat (A, B, ...): [A; B; ...], of which some are codistributed.

function r = vertcat (varargin)

  r = joined ("vertcat", 1, varargin);

endfunction
