## SPDX-License-Identifier: GPL-3.0-or-later

## S = sprintf (TEMPLATE, ...): text with elements of gpuArrays, which are gathered.

function s = sprintf (varargin)

  [varargin{:}] = gather (varargin{:});
  s = sprintf (varargin{:});

endfunction
