## SPDX-License-Identifier: GPL-3.0-or-later

## horzcat (...): refused.

function varargout = horzcat (varargin)

  refuse ("horzcat");

endfunction
