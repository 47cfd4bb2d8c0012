## SPDX-License-Identifier: GPL-3.0-or-later

## printf (..., TEMPLATE, ...): print text with elements of gpuArrays, which are gathered.

function printf (varargin)

  [varargin{:}] = gather (varargin{:});
  printf (varargin{:});

endfunction
