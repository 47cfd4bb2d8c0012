## SPDX-License-Identifier: GPL-3.0-or-later

## cov (...): refused.

function varargout = cov (varargin)

  refuse ("cov");

endfunction
