## SPDX-License-Identifier: GPL-3.0-or-later

## reshape (...): refused.

function varargout = reshape (varargin)

  refuse ("reshape");

endfunction
