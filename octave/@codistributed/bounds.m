## SPDX-License-Identifier: GPL-3.0-or-later

## bounds (...): refused.

function varargout = bounds (varargin)

  refuse ("bounds");

endfunction
