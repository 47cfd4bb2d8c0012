## SPDX-License-Identifier: GPL-3.0-or-later

## squeeze (...): refused.

function varargout = squeeze (varargin)

  refuse ("squeeze");

endfunction
