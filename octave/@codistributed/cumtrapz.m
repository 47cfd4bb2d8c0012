## SPDX-License-Identifier: GPL-3.0-or-later

## cumtrapz (...): refused.

function varargout = cumtrapz (varargin)

  refuse ("cumtrapz");

endfunction
