## SPDX-License-Identifier: GPL-3.0-or-later

## I = find (D), [ROW, COLUMN] = find (D): where elements are not 0; positions stay on the device.

function [row, column] = find (d, varargin)

  if (nargin > 1)
    error ("gpureduce:unsupported", "gpuArray: no method for 'find' with N; use gather");
  endif
  row = __gpuarray__ ("find", d);
  if (nargout > 1)
    [row, column] = ind2sub (size (d), gather (row));
    row = gpuArray (row);
    column = gpuArray (column);
  endif

endfunction
