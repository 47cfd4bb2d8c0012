## SPDX-License-Identifier: GPL-3.0-or-later

## transpose (...): refused.

function varargout = transpose (varargin)

  refuse ("transpose");

endfunction
