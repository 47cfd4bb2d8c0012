## SPDX-License-Identifier: GPL-3.0-or-later

## mpower (...): refused.

function varargout = mpower (varargin)

  refuse ("mpower");

endfunction
