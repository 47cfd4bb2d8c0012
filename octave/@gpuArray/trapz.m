## SPDX-License-Identifier: GPL-3.0-or-later

## Q = trapz (X, Y, ...): gputrapz for gpuArrays.

function q = trapz (varargin)

  q = gputrapz (varargin{:});

endfunction
