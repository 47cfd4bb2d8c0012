## SPDX-License-Identifier: GPL-3.0-or-later

## fprintf (..., TEMPLATE, ...): print text with elements of gpuArrays, which are gathered.

function fprintf (varargin)

  [varargin{:}] = gather (varargin{:});
  fprintf (varargin{:});

endfunction
