## SPDX-License-Identifier: GPL-3.0-or-later

## Y = nth_element (X, N), (X, N, DIM): elements N, which ascend or descend by 1, of X in order; they stay on the device.

function varargout = nth_element (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("nth_element", varargin{:});

endfunction
