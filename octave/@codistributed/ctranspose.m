## SPDX-License-Identifier: GPL-3.0-or-later

## ctranspose (...): refused.

function varargout = ctranspose (varargin)

  refuse ("ctranspose");

endfunction
