## SPDX-License-Identifier: GPL-3.0-or-later

## diff (...): refused.

function varargout = diff (varargin)

  refuse ("diff");

endfunction
