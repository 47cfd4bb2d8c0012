## SPDX-License-Identifier: GPL-3.0-or-later

## vertcat (...): refused.

function varargout = vertcat (varargin)

  refuse ("vertcat");

endfunction
