## SPDX-License-Identifier: GPL-3.0-or-later

## unique (...): refused.

function varargout = unique (varargin)

  refuse ("unique");

endfunction
