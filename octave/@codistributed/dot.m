## SPDX-License-Identifier: GPL-3.0-or-later

## dot (...): refused.

function varargout = dot (varargin)

  refuse ("dot");

endfunction
