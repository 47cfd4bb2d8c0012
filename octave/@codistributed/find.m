## SPDX-License-Identifier: GPL-3.0-or-later

## find (...): refused.

function varargout = find (varargin)

  refuse ("find");

endfunction
