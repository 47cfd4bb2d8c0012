## SPDX-License-Identifier: GPL-3.0-or-later

## char (...): refused.

function varargout = char (varargin)

  refuse ("char");

endfunction
