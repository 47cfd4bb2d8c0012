## SPDX-License-Identifier: GPL-3.0-or-later

## isequal (...): refused.

function varargout = isequal (varargin)

  refuse ("isequal");

endfunction
