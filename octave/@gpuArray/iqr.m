## SPDX-License-Identifier: GPL-3.0-or-later

## [Z, Q] = iqr (X), (X, DIM), (X, "all"): the distance of the quartiles, and these, along the dimension that is named
## first; DIM may be a vector.  Results stay on the device.

function varargout = iqr (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_statistics__ ("iqr", varargin{:});

endfunction
