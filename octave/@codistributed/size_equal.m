## SPDX-License-Identifier: GPL-3.0-or-later

## T = size_equal (A, B, ...): do all have the same size?

function t = size_equal (varargin)

  sizes = cellfun (@size, varargin, "UniformOutput", false);
  t = all (cellfun (@(s) isequal (s, sizes{1}), sizes));

endfunction
