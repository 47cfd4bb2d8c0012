## SPDX-License-Identifier: GPL-3.0-or-later

## nnz (...): refused.

function varargout = nnz (varargin)

  refuse ("nnz");

endfunction
