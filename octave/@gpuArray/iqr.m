## SPDX-License-Identifier: GPL-3.0-or-later

## Z = iqr (X), (X, DIM), (X, "all"): distance of the quartiles; DIM may be a vector.  The result stays on the device.

function varargout = iqr (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("iqr", varargin{:});

endfunction
