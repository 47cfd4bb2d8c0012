## SPDX-License-Identifier: GPL-3.0-or-later

## permute (...): refused.

function varargout = permute (varargin)

  refuse ("permute");

endfunction
