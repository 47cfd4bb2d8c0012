## SPDX-License-Identifier: GPL-3.0-or-later

## sort (...): refused.

function varargout = sort (varargin)

  refuse ("sort");

endfunction
