## SPDX-License-Identifier: GPL-3.0-or-later

## [Y, E] = discretize (X, EDGES, ...): what the function of that name here gives, whichever else is on the path.

function varargout = discretize (varargin)

  [varargout{1:max (nargout, 1)}] = __gpureduce_keys__ ("discretize", varargin{:});

endfunction
