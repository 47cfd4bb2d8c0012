## SPDX-License-Identifier: GPL-3.0-or-later

## repmat (...): refused.

function varargout = repmat (varargin)

  refuse ("repmat");

endfunction
