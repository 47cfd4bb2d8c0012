## SPDX-License-Identifier: GPL-3.0-or-later

## A = gpuaccumarray (SUBS, VALS, SZ, FN, FILLVAL): gpuaccumarray of codistributed arrays, the same on every process.

function a = gpuaccumarray (varargin)

  a = accumulated ("gpuaccumarray", varargin{:});

endfunction
