## SPDX-License-Identifier: GPL-3.0-or-later

## K = end (D, ...): refused, as is index.

function k = end (varargin)

  refuse ("index");

endfunction
