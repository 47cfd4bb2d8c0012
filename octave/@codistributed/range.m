## SPDX-License-Identifier: GPL-3.0-or-later

## range (...): refused.

function varargout = range (varargin)

  refuse ("range");

endfunction
