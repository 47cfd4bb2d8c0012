## SPDX-License-Identifier: GPL-3.0-or-later

## A = accumarray (SUBS, VALS, ...): gpuaccumarray for gpuArrays.

function a = accumarray (varargin)

  a = __gpureduce_keys__ ("accumarray", varargin{:});

endfunction
