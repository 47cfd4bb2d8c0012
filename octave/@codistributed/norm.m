## SPDX-License-Identifier: GPL-3.0-or-later

## norm (...): refused.

function varargout = norm (varargin)

  refuse ("norm");

endfunction
