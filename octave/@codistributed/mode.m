## SPDX-License-Identifier: GPL-3.0-or-later

## mode (...): refused.

function varargout = mode (varargin)

  refuse ("mode");

endfunction
