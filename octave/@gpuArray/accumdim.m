## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumdim (SUBS, VALS, DIM, N, FN, FILLVAL): as accumarray, of slices of a gpuArray along a dimension.

function a = accumdim (varargin)

  a = __gpureduce_keys__ ("accumdim", varargin{:});

endfunction
