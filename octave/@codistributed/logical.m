## SPDX-License-Identifier: GPL-3.0-or-later

## logical (...): refused.

function varargout = logical (varargin)

  refuse ("logical");

endfunction
