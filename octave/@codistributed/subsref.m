## SPDX-License-Identifier: GPL-3.0-or-later

## R = subsref (D, S): refused.

function varargout = subsref (varargin)

  refuse ("index");

endfunction
