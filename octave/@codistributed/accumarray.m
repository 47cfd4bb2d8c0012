## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumarray (SUBS, VALS, SZ, FN, FILLVAL): gpuaccumarray of codistributed arrays, the same on every process.

function a = accumarray (varargin)

  a = accumulated ("accumarray", varargin{:});

endfunction
