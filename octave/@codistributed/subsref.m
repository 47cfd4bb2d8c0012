## SPDX-License-Identifier: GPL-3.0-or-later

## R = subsref (D, S): refused.

function varargout = subsref (varargin)

  error ("gpureduce:unsupported", "codistributed: index is not supported; use getLocalPart or gather");

endfunction
