## SPDX-License-Identifier: GPL-3.0-or-later

## median (...): refused.

function varargout = median (varargin)

  refuse ("median");

endfunction
