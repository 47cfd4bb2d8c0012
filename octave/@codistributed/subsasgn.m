## SPDX-License-Identifier: GPL-3.0-or-later

## subsasgn (...): refused.

function varargout = subsasgn (varargin)

  refuse ("subsasgn");

endfunction
