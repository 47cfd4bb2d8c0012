## SPDX-License-Identifier: GPL-3.0-or-later

## cat (...): refused.

function varargout = cat (varargin)

  refuse ("cat");

endfunction
