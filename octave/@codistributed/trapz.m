## SPDX-License-Identifier: GPL-3.0-or-later

## trapz (...): refused.

function varargout = trapz (varargin)

  refuse ("trapz");

endfunction
